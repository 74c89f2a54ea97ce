import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { openDatabase } from '../../src/app/open-database.ts';
import { probePaused } from '../../src/webhooks/probe-paused.ts';
import { recordAttempt } from '../../src/webhooks/record-attempt.ts';
import { useApiWorld } from '../support/api-world.ts';
import type { TestStore } from '../support/world.ts';

const ROUNDS = 12;

describe('attempts of a failing webhook, beside the requests of its store', () => {
  const world = useApiWorld();
  let orm: MikroORM;
  let store: TestStore;
  let webhookId: number;
  beforeAll(async () => {
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 16 });
    store = await world.current.createStore();
    const [webhook] = await world.current.database.query<{ id: string }>(
      'select id from webhook_endpoints where company_id = $1',
      [store.companyId],
    );
    webhookId = Number(webhook!.id);
  });
  afterAll(() => orm?.close());

  const sendTest = () => store.sandbox.create<{ id: number }>(`/api/v1/webhooks/${webhookId}/test`, {});
  const record = (deliveryId: number, number: number, error: string | null) => {
    const now = new Date().toISOString();
    const outcome = { durationMs: 1, statusCode: error ? 500 : 200, error, retryAfterSeconds: 60 };
    return recordAttempt(orm.em, { deliveryId, number, startedAt: now, endedAt: now, ...outcome });
  };
  const rounds = async (work: (round: number) => Promise<unknown>): Promise<void> => {
    for (let round = 0; round < ROUNDS; round += 1) await work(round);
  };

  test('never wait for each other in a circle', async () => {
    const deliveries = await Promise.all(Array.from({ length: 8 }, async () => (await sendTest()).id));
    await Promise.all([
      ...deliveries.map((id) => rounds((round) => record(id, round + 1, 'answered 500'))),
      ...Array.from({ length: 4 }, () => rounds(sendTest)),
      ...Array.from({ length: 4 }, () => rounds(() => store.createInvoice())),
      ...Array.from({ length: 2 }, () =>
        rounds(async (round) => {
          const { id } = await sendTest();
          await record(id, 1, round % 2 ? null : 'answered 500');
        }),
      ),
      rounds(async () => {
        await world.current.database.query(
          `update webhook_endpoints set paused_at = now(), next_probe_at = now() where id = $1`,
          [webhookId],
        );
        await probePaused(orm.em, new Date(Date.now() + 1_000));
      }),
    ]);
    const [seen] = await world.current.database.query<{ count: string }>('select count(*) from invoices');
    expect(Number(seen!.count)).toBe(4 * ROUNDS);
  });
});
