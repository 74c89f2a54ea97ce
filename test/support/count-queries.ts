import { jest } from '@jest/globals';
import pg from 'pg';

/** The loops of the API process, which ask on their own whatever a request does. */
const OF_LOOPS = /outbox|gateway_callbacks|sandbox_callbacks|delete from idempotency_keys/;

/** The statements that the API in this process sends to PostgreSQL while `work` runs. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = jest.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return spy.mock.calls
      .map(([query]) => query as unknown)
      .map((query) => (typeof query === 'string' ? query : (query as { text: string }).text))
      .filter((text) => !OF_LOOPS.test(text));
  } finally {
    spy.mockRestore();
  }
}
