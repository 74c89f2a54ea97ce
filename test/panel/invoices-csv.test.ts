import { get } from 'node:http';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { afterAll } from '@jest/globals';
import { openDatabase } from '../../src/db/orm.ts';
import { createStoreTransactions } from '../../src/http/store-transactions.ts';
import { EXPORT_BATCH } from '../../src/invoices/export-invoices.ts';
import { invoicesCsv } from '../../src/panel/invoices/invoices-csv.ts';
import { useApiWorld } from '../support/api-world.ts';
import { eventually } from '../support/eventually.ts';
import type { PanelBrowser } from '../support/panel-client.ts';
import { signedIn } from '../support/panel-people.ts';
import type { TestStore } from '../support/world.ts';

const ROWS = 6 * EXPORT_BATCH + 250;

describe('the CSV of a list of invoices', () => {
  const world = useApiWorld();
  let store: TestStore;
  let person: PanelBrowser;
  let path: string;
  let orm: MikroORM;
  beforeAll(async () => {
    store = await world.current.createStore();
    person = await signedIn(world.current, { companyId: store.companyId, role: 'support' });
    path = `/panel/stores/${store.companyId}/sandbox/invoices.csv`;
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 2 });
    await insertInvoices(store, ROWS);
  });
  afterAll(() => orm.close());

  const insertInvoices = ({ companyId, customerId }: TestStore, count: number) =>
    world.current.database.query(
      `insert into invoices (company_id, environment, customer_id, status, version, event_sequence, payment_method, checkout_hash, subtotal_cents, discount_cents, total_cents, amount_paid_cents, amount_refunded_cents, external_reference, due_date, abandonment_at, paid_at, created_at, updated_at)
       select $1::bigint, 'sandbox', $2::bigint, case when n % 10 = 0 then 'paid' else 'open' end, 1, 1, 'boleto', 'csv-' || $1::bigint || '-' || n, 100000 + n, n, 100000, 0, 0, 'csv ' || n, '2026-05-04', now(), timestamptz '2026-05-02T15:00:00Z', timestamptz '2026-05-01T12:00:00Z' + n * interval '1 second', now()
       from generate_series(1, $3::int) as n`,
      [companyId, customerId, count],
    );
  /** The lines of a file without quoted line breaks. */
  const linesOf = (csv: string): string[] => csv.split('\r\n').slice(0, -1);

  test('has all of them, not a page, once each, the newest first', async () => {
    const { status, headers, html: csv } = await person.get(path);
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="invoices-\d+-sandbox-[\d-]+\.csv"$/);
    const [, ...lines] = linesOf(csv);
    const ids = lines.map((line) => Number(line.split(',')[0]));
    expect(ids).toHaveLength(ROWS);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  });

  test('begins with a byte order mark and names; amounts have a point, times are those of the store', async () => {
    const response = await fetch(`${world.current.baseUrl}${path}?q=csv+17`, { headers: { Cookie: person.cookie! } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    const [names, line] = linesOf(bytes.subarray(3).toString());
    const cells = line!.split(',');
    expect(Object.fromEntries(names!.split(',').map((name, index) => [name, cells[index]]))).toEqual({
      id: expect.stringMatching(/^\d+$/) as unknown,
      status: 'open',
      payment_method: 'boleto',
      customer_id: String(store.customerId),
      customer_name: 'Ana Souza',
      customer_email: 'ana@example.com',
      total: '1000.00',
      discount_amount: '0.17',
      fine_amount: '0.00',
      interest_amount: '0.00',
      amount_paid: '0.00',
      amount_refunded: '0.00',
      due_date: '2026-05-04',
      created_at: '2026-05-01 09:00:17',
      paid_at: '2026-05-02 12:00:00',
      external_reference: 'csv 17',
    });
  });

  test.each([
    ['status=paid', ROWS / 10],
    ['created_from=2026-05-02', 0],
    ['due_from=2026-05-04&due_to=2026-05-04', ROWS],
    [`q=ana`, ROWS],
    ['q=nobody', 0],
  ])('has what is filtered: %s', async (query, count) => {
    const { html: csv } = await person.get(`${path}?${query}`);
    expect(linesOf(csv)).toHaveLength(1 + count);
  });

  test('of a date that is wrong is no file, but the list that says so', async () => {
    const answer = await person.get(`${path}?status=paid&due_from=soon`);
    expect([answer.status, answer.location]).toEqual([303, path.replace('.csv', '?status=paid&due_from=soon')]);
  });

  test('has nothing of another store or environment', async () => {
    const other = await world.current.createStore();
    const { id } = await other.createInvoice();
    const owner = await signedIn(world.current, { companyId: other.companyId });
    const { html: csv } = await owner.get(`/panel/stores/${other.companyId}/sandbox/invoices.csv`);
    expect(
      linesOf(csv)
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toEqual([String(id)]);
    const production = await person.get(path.replace('sandbox', 'production'));
    expect(linesOf(production.html)).toHaveLength(1);
    expect((await owner.get(path)).status).toBe(404);
  });

  test.each(['=HYPERLINK("http://evil.example","x")', '+1+1', '-2+3', '@SUM(A1)', '\t=1'])(
    'makes no formula of %j',
    async (text) => {
      const victim = await world.current.createStore();
      const { id } = await victim.createInvoice();
      await world.current.database.query('update customers set name = $1 where id = $2', [text, victim.customerId]);
      await world.current.database.query('update invoices set external_reference = $1 where id = $2', [text, id]);
      const owner = await signedIn(world.current, { companyId: victim.companyId });
      const { html: csv } = await owner.get(`/panel/stores/${victim.companyId}/sandbox/invoices.csv`);
      const [, line] = linesOf(csv);
      const quoted = `'${text.replaceAll('"', '""')}`;
      expect(line).toContain(quoted);
      // No cell begins with what makes it a formula.
      expect(line).not.toMatch(/(^|,)"?[=+@\t-]/);
    },
  );

  describe('to a client that takes its time', () => {
    /** Transactions of a store that are counted, and the most that were open at once. */
    function countedTransactions() {
      const transact = createStoreTransactions(orm.em.fork());
      const count = { begun: 0, open: 0 };
      const counted: typeof transact = async (of, work, options) => {
        count.begun += 1;
        count.open += 1;
        return transact(of, work as (tx: EntityManager) => Promise<never>, options).finally(() => (count.open -= 1));
      };
      return { counted, count };
    }
    const options = () => ({
      store: { companyId: store.companyId, environment: 'sandbox' as const },
      company: { timeZone: 'America/Sao_Paulo' },
      search: {},
    });

    test('reads no further than a little ahead, with no transaction open meanwhile', async () => {
      const { counted, count } = countedTransactions();
      const stream = invoicesCsv(counted, options());
      const chunks = stream[Symbol.asyncIterator]();
      await chunks.next();
      await chunks.next();
      await eventually(
        () => count,
        ({ open }) => open === 0,
      );
      const { begun } = count;
      // One for what the search means, and not more than two of the seven batches.
      expect(begun).toBeLessThanOrEqual(3);
      for (let ended = false; !ended;) ended = (await chunks.next()).done === true;
      expect(count).toEqual({ begun: 8, open: 0 });
    });

    test('ends when the client goes away', async () => {
      const { counted, count } = countedTransactions();
      const stream = invoicesCsv(counted, options());
      const chunks = stream[Symbol.asyncIterator]();
      await chunks.next();
      await chunks.next();
      stream.destroy();
      await eventually(
        () => count,
        ({ open }) => open === 0,
      );
      expect(stream.destroyed).toBe(true);
      expect(await chunks.next().catch(() => ({ done: true }))).toMatchObject({ done: true });
      expect(count.begun).toBeLessThanOrEqual(4);
    });

    test('over HTTP holds no connection of the database, and the server outlives it', async () => {
      const headers = { Cookie: person.cookie! };
      const request = get(world.current.baseUrl + path, { headers });
      const response = await new Promise<NodeJS.ReadableStream & { destroy(): void }>((resolve) => {
        request.on('response', resolve);
      });
      response.pause();
      const held = async () => {
        const [row] = await world.current.database.query<{ held: number }>(
          `select count(*)::int as held from pg_stat_activity
           where datname = current_database() and application_name = 'fatura' and state like 'idle in transaction%'`,
        );
        return row!.held;
      };
      await eventually(held, (seen) => seen === 0);
      response.destroy();
      expect((await person.get(path.replace('.csv', '?q=17'))).status).toBe(200);
    });
  });
});
