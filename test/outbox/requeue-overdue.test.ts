import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { openDatabase } from '../../src/app/open-database.ts';
import { requeueOverdue } from '../../src/outbox/requeue-overdue.ts';
import { createWorld, type World } from '../support/world.ts';

const NO_TEMPORAL = '127.0.0.1:1';
const MINUTE_MS = 60_000;
/** More than are told in a sweep. */
const STUCK = 600;

describe('the sweep for overdue work', () => {
  let world: World;
  let orm: MikroORM;
  let stuck: { companyId: number };
  let other: { companyId: number; invoiceId: number };
  const query = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    world.database.query<Row & Record<string, unknown>>(text, values);

  beforeAll(async () => {
    world = await createWorld({ temporalAddress: NO_TEMPORAL, withWorker: false });
    const [first, second] = [await world.createStore(), await world.createStore()];
    const { id } = await first.createInvoice();
    stuck = { companyId: first.companyId };
    other = { companyId: second.companyId, invoiceId: (await second.createInvoice()).id };
    await world.server.stop();
    orm = await openDatabase({ databaseUrl: world.database.url, poolSize: 1 });
    const [{ columns }] = (await query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
       where attrelid = 'invoices'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
         and attname not in ('id', 'checkout_hash')`,
    )) as [{ columns: string }];
    await query('alter table invoices disable trigger all');
    await query(
      `insert into invoices (${columns}, checkout_hash)
       select ${columns}, md5(n::text) from invoices, generate_series(2, ${STUCK}) as n where id = $1`,
      [id],
    );
    await query(`update invoices set next_deadline_at = now() - interval '1 day' where company_id = $1`, [
      stuck.companyId,
    ]);
    await query(`update invoices set next_deadline_at = now() - interval '1 hour' where company_id = $1`, [
      other.companyId,
    ]);
  });
  afterAll(async () => {
    await orm?.close();
    world.server = await world.restartServer();
    await world.stop();
  });
  beforeEach(async () => {
    await query('delete from outbox');
    await query('delete from requeued_work');
  });

  const told = async (): Promise<number[]> =>
    (await query<{ invoice_id: string }>('select invoice_id from outbox where is_bulk')).map((row) =>
      Number(row.invoice_id),
    );

  test('tells a store of a single overdue invoice, however many of another are stuck', async () => {
    await requeueOverdue(orm.em, new Date());
    const first = await told();
    expect(first).toHaveLength(500);
    expect(first).toContain(other.invoiceId);
  });

  test('goes on with those that it has not told, and tells who stays overdue less and less often', async () => {
    const begun = Date.now();
    const toldAgain: number[] = [];
    const seen = new Map<number, number>();
    for (let sweep = 0; sweep < 12; sweep += 1) {
      await query('delete from outbox');
      await requeueOverdue(orm.em, new Date(begun + sweep * 10 * MINUTE_MS));
      const now = await told();
      toldAgain.push(now.length);
      for (const id of now) seen.set(id, (seen.get(id) ?? 0) + 1);
    }
    // All of them by the second sweep, which tells those that are left first.
    expect(toldAgain.slice(0, 2)).toEqual([500, 500]);
    expect(seen.size).toBe(STUCK + 1);
    // After 10, 20, 40 and 80 minutes, and not in each of the twelve sweeps.
    expect(Math.max(...seen.values())).toBeLessThanOrEqual(5);
  });
});
