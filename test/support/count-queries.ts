import { jest } from '@jest/globals';
import pg from 'pg';
import { PreparingClient } from '../../src/base/db/preparing-client.ts';

/** Statements of the loops and of the bell of the API process: they come beside a request, or after its answer. */
const OF_LOOPS =
  /(update|delete from) "?outbox|pg_notify\(\$1|pg_stat_activity|mails|person_sessions|panel_submissions|access_links|gateway_callbacks|sandbox_callbacks|delete from idempotency_keys|from webhook_deliveries where state <> 'pending'|select 'delivery '|update webhook_endpoints set previous_secret = null/;
/** Only the news for a workflow, which the dispatcher reads, asks for this. */
const OF_DISPATCHER = /requested_at is null/;

/**
 * The statements that the API in this process sends to PostgreSQL for `work`. A loop may ask in between, which can only
 * add to them: so the work is done a few times, and the shortest list is the answer.
 */
export async function statementsOf(work: () => Promise<unknown>, times = 4): Promise<string[]> {
  const observed: string[][] = [];
  for (let round = 0; round < times; round += 1) observed.push(await observe(work));
  return observed.reduce((shortest, list) => (list.length < shortest.length ? list : shortest));
}

async function observe(work: () => Promise<unknown>): Promise<string[]> {
  // A connection of the ORM sends several statements in one message: each that it is asked for counts.
  const asked = jest.spyOn(PreparingClient.prototype, 'query');
  const sent = jest.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const ofOthers = callsOf(sent).filter(({ client }) => !(client instanceof PreparingClient));
    return [...Map.groupBy([...callsOf(asked), ...ofOthers], ({ client }) => client).values()]
      .flatMap((ofClient) => transactionsOf(ofClient.map(({ text }) => text)))
      .filter((texts) => !texts.some((text) => OF_DISPATCHER.test(text)))
      .flat()
      .filter((text) => !OF_LOOPS.test(text));
  } finally {
    asked.mockRestore();
    sent.mockRestore();
  }
}

function callsOf({ mock }: Pick<jest.SpiedFunction<pg.Client['query']>, 'mock'>): { client: unknown; text: string }[] {
  return mock.calls.map(([query]: unknown[], index) => ({
    client: mock.contexts[index],
    text: typeof query === 'string' ? query : (query as { text: string }).text,
  }));
}

/**
 * A connection's statements, those of a transaction together and the others each by itself. A transaction that was
 * begun before, or has not ended, is none of the work's, which was waited for: it is a loop's.
 */
function transactionsOf(texts: string[]): string[][] {
  const transactions: string[][] = [];
  let open: string[] | null = null;
  for (const text of texts) {
    const ends = /^(commit|rollback)/i.test(text);
    if (/^(begin|start transaction)/i.test(text)) open = [text];
    else if (open) open.push(text);
    else if (ends) transactions.length = 0;
    else transactions.push([text]);
    if (open && ends) {
      transactions.push(open);
      open = null;
    }
  }
  return transactions;
}
