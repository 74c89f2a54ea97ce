import { describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/app/open-database.ts';
import { resumeWorkflows } from '../../src/outbox/resume-workflows.ts';
import { useApiWorld } from '../support/api-world.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import { runAdmin } from '../support/run-admin.ts';

const world = useApiWorld();
const query = <T extends object>(sql: string, params: unknown[] = []) => world.current.database.query<T>(sql, params);
const admin = async (...args: string[]) => {
  const { output, ...rest } = await runAdmin(world.current, ...args);
  return { ...rest, output: output as Record<string, number> };
};

test('skip-ids: no id that was given away is given away again, of any table', async () => {
  const store = await world.current.createStore();
  const before = await store.createInvoice();
  const { output } = await admin('skip-ids', '--by', '5000');
  const [count] = await query<{ tables: number }>('select count(*)::int as tables from pg_sequences');
  expect(output).toEqual({ skipped: 5_000, tables: count!.tables });
  const after = await store.createInvoice();
  expect(after.id).toBeGreaterThan(before.id + 4_999);
  expect(await query(`select 1 from events where id <= 5000 and resource_id = $1`, [after.id])).toEqual([]);
});

test.each([
  [['skip-ids', '--by', '0'], '--by is "0"'],
  [['resume-workflows', '--per-second', 'many'], '--per-second is "many"'],
  [['let-go', '--entry', '123456789'], 'Entry 123456789 is not set aside'],
  [['take-in-books', '--since', '2026-03-01 12:00'], 'give a moment with its zone'],
  [['take-in-books'], '--since is missing'],
  [['take-in-books', '--since', '2026-03-01T12:00:00Z', '--confirm', 'sure'], '--confirm is "sure"'],
])('%j is refused with what to give', async (args, words) => {
  const { exitCode, error } = await admin(...args);
  expect([exitCode, error]).toEqual([1, expect.stringContaining(words)]);
});

test('list-set-aside shows what Temporal refuses, and let-go has it told again', async () => {
  const store = await world.current.createStore();
  const [one, other] = [await store.createInvoice(), await store.createInvoice()];
  await query('delete from outbox');
  await query(
    `insert into outbox (invoice_id, tries, claimable_at, refusal)
     select id, 6, 'infinity', 'too many signals' from unnest($1::bigint[]) as id`,
    [[one.id, other.id]],
  );
  const { output } = await admin('list-set-aside');
  const shown = output as unknown as { entry: number }[];
  const whose = { company_id: store.companyId, environment: 'sandbox', refusal: 'too many signals' };
  expect(shown).toEqual([
    {
      entry: expect.any(Number) as unknown,
      subject: `invoice ${one.id}`,
      since: expect.any(String) as unknown,
      ...whose,
    },
    {
      entry: expect.any(Number) as unknown,
      subject: `invoice ${other.id}`,
      since: expect.any(String) as unknown,
      ...whose,
    },
  ]);
  expect((await admin('let-go', '--entry', String(shown[0]!.entry))).output).toEqual({ let_go: 1 });
  expect((await admin('list-set-aside')).output).toHaveLength(1);
  expect((await admin('let-go')).output).toEqual({ let_go: 1 });
  expect(
    await query("select 1 from outbox where refusal is not null or claimable_at > now() + interval '1 hour'"),
  ).toEqual([]);
  expect(await query(`select 1 from audit_entries where action = 'letGoEntries'`)).toHaveLength(2);
  await query('delete from outbox');
});

describe('resume-workflows', () => {
  test('leaves a note for whatever something is due for, once, at the pace that was asked for', async () => {
    const store = await world.current.createStore();
    const [waiting, done] = [await store.createInvoice(), await store.createInvoice()];
    // Nothing is due for it any more, and Temporal took every note.
    await query(`update payment_attempts set registered_at = now()`);
    await query(`update webhook_deliveries set state = 'delivered'`);
    await query(`update invoices set next_deadline_at = null where id <> $1`, [waiting.id]);
    await query('delete from outbox');
    const { output } = await admin('resume-workflows', '--per-second', '2');
    expect(output).toEqual({ invoices: 1, subscriptions: 0, deliveries: 0 });
    const notes = await query(
      "select invoice_id::int as id, claimable_at > now() - interval '1 minute' as soon from outbox",
    );
    expect(notes).toEqual([{ id: waiting.id, soon: true }]);

    await query(`update invoices set next_deadline_at = now() + interval '20 days' where id = $1`, [done.id]);
    expect((await admin('resume-workflows', '--per-second', '2')).output.invoices).toBe(1);
    expect((await admin('resume-workflows')).output).toEqual({ invoices: 0, subscriptions: 0, deliveries: 0 });
    expect(await query(`select 1 from audit_entries where action = 'resumeWorkflows'`)).toHaveLength(3);
  });

  test('many become due one after the other', async () => {
    const store = await world.current.createStore();
    for (let number = 0; number < 4; number += 1) await store.createInvoice();
    await query('delete from outbox');
    await admin('resume-workflows', '--per-second', '2');
    const [row] = await query<{ seconds: number; entries: number }>(
      'select extract(epoch from max(claimable_at) - min(claimable_at))::float as seconds, count(*)::int as entries from outbox',
    );
    expect(row!.seconds).toBeCloseTo((row!.entries - 1) / 2, 1);
    await query('delete from outbox');
  });

  test('however much is on record, a statement looks at so many rows, and keeps what it found', async () => {
    const store = await world.current.createStore();
    for (let number = 0; number < 5; number += 1) await store.createInvoice();
    await query('delete from outbox');
    const orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1 });
    try {
      const resumed = await resumeWorkflows(orm.em, { perSecond: 1, rows: 2 });
      const [left] = await query<Record<string, number>>(
        `select count(*)::int as entries, count(distinct xmin::text)::int as transactions,
           count(distinct invoice_id)::int as invoices, count(distinct claimable_at)::int as moments from outbox`,
      );
      expect(left!.entries).toBe(resumed.invoices + resumed.subscriptions + resumed.deliveries);
      expect(left).toMatchObject({ invoices: resumed.invoices, moments: left!.entries });
      expect(resumed.invoices).toBeGreaterThanOrEqual(5);
      expect(left!.transactions).toBeGreaterThanOrEqual(3);
      expect(await resumeWorkflows(orm.em, { perSecond: 1, rows: 2 })).toEqual({
        ...{ invoices: 0, subscriptions: 0, deliveries: 0 },
      });
    } finally {
      await orm.close();
      await query('delete from outbox');
    }
  });
});

test('verify-ledger posts what the ledger lacks, and names each difference that is left', async () => {
  const store = await world.current.createStore();
  const { id, payments } = await store.createInvoice();
  await confirmPayment(world.current, { attemptId: payments[0]!.id, amountCents: 10_000 });
  await query('truncate ledger_entries, ledger_transactions, ledger_totals');
  const { output } = await admin('verify-ledger');
  expect(output).toMatchObject({ posted: 1 });
  expect((await admin('verify-ledger')).output).toMatchObject({ posted: 0 });
  await query('update invoices set amount_credited_cents = 5 where id = $1', [id]);
  await query('update ledger_totals set debit_cents = debit_cents + 7 where account = $1', ['gateway_balance']);
  const { exitCode, error } = await admin('verify-ledger');
  expect(exitCode).toBe(1);
  expect(error).toContain(`{"about":"invoice ${id}: credited","recordCents":5,"ledgerCents":0}`);
  expect(error).toContain('total of gateway_balance on');
});
