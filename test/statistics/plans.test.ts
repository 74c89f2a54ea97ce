import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { openDatabase } from '../../src/app/open-database.ts';
import { amountOpen } from '../../src/statistics/amount-open.ts';
import { checkoutConversion } from '../../src/statistics/checkout-conversion.ts';
import { deliveriesByDay } from '../../src/statistics/deliveries-by-day.ts';
import { hasInvoices } from '../../src/statistics/has-invoices.ts';
import { paymentsByDay } from '../../src/statistics/payments-by-day.ts';
import { paymentsByMethod } from '../../src/statistics/payments-by-method.ts';
import { lastDays } from '../../src/statistics/period.ts';
import { refusalsByReason } from '../../src/statistics/refusals-by-reason.ts';
import { useApiWorld } from '../support/api-world.ts';
import { knownRows } from '../support/known-rows.ts';

const NOW = new Date('2026-03-10T15:00:00Z');
const PERIOD = lastDays({ now: NOW, days: 30, timeZone: 'America/Sao_Paulo' });
/** Rows of each table that the store has, spread over three years. */
const COPIES = 12_000;

describe('statistics of a store with many rows', () => {
  const world = useApiWorld();
  let orm: MikroORM;
  let store: { companyId: number; environment: 'sandbox' };

  beforeAll(async () => {
    const { companyId } = await world.current.createStore();
    store = { companyId, environment: 'sandbox' };
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1 });
    const { database } = world.current;
    const at = NOW.toISOString();
    const rows = knownRows(database, store);
    await rows.payment({ paidAt: at, amountCents: 100 });
    await rows.refusal({ at, reason: 'card_declined' });
    await rows.delivery({ completedAt: at, state: 'delivered' });
    for (const table of ['invoices', 'payment_attempts', 'payments', 'events', 'webhook_deliveries']) {
      await database.query(await copyingSql(table));
    }
    await database.query('vacuum analyze');
  });
  afterAll(() => orm.close());

  /** Copies each row of a table many times, each copy some hours older than the one before and of an id of its own. */
  async function copyingSql(table: string): Promise<string> {
    const columns = await world.current.database.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns where table_name = $1`,
      [table],
    );
    const names = columns.map(({ name }) => name).filter((name) => name !== 'id');
    const values = columns
      .filter(({ name }) => name !== 'id')
      .map(({ name, type }) => {
        if (type.startsWith('timestamp')) return `${name} - n * interval '2 hours'`;
        if (name === 'checkout_hash' || name === 'gateway_payment_id') return `${name} || '-' || n`;
        if (name === 'number' || name === 'sequence') return `${name} + n`;
        // A delivery is unique for its event: each copy has an event's copy.
        if (name === 'event_id' && table === 'webhook_deliveries') return '(select min(id) from events) + n';
        return name;
      });
    return `insert into ${table} (${names.join(', ')})
            select ${values.join(', ')} from ${table}, generate_series(1, ${COPIES}) n
             where ${table}.id = (select min(id) from ${table} where company_id = ${store.companyId}
              ${table === 'payment_attempts' ? `and state = 'refused'` : ''})`;
  }

  /** How PostgreSQL runs the one query of a use case. */
  async function planOf(work: (em: EntityManager) => Promise<unknown>): Promise<string> {
    const em = orm.em.fork() as EntityManager;
    const asked: [string, unknown[]][] = [];
    const watched = {
      execute: (sql: string, params: unknown[]) => {
        asked.push([sql, params]);
        return em.execute(sql, params);
      },
    };
    await work(watched as unknown as EntityManager);
    expect(asked).toHaveLength(1);
    const [sql, params] = asked[0]!;
    const lines = await em.execute<{ 'QUERY PLAN': string }[]>(`explain ${sql}`, params);
    return lines.map((line) => line['QUERY PLAN']).join('\n');
  }

  test.each([
    ['payments_paid', (em: EntityManager) => paymentsByDay(em, { store, period: PERIOD })],
    ['payments_paid', (em: EntityManager) => paymentsByMethod(em, { store, period: PERIOD })],
    ['invoices_created', (em: EntityManager) => checkoutConversion(em, { store, period: PERIOD })],
    ['payment_attempts_refused', (em: EntityManager) => refusalsByReason(em, { store, period: PERIOD })],
    ['webhook_deliveries_completed', (em: EntityManager) => deliveriesByDay(em, { store, period: PERIOD })],
    ['invoices_status', (em: EntityManager) => amountOpen(em, { store, today: '2026-03-10' })],
  ])('read no more than %s leads to', async (index, work) => {
    const plan = await planOf(work);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });

  test('whether there are invoices is told by the first one', async () => {
    expect(await planOf((em) => hasInvoices(em, store))).toContain('Limit');
  });
});
