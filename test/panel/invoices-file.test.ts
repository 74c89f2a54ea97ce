import { get, type IncomingMessage } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { afterAll } from '@jest/globals';
import { DateTime } from 'luxon';
import { openDatabase } from '../../src/app/open-database.ts';
import { createStoreTransactions } from '../../src/base/http/store-transactions.ts';
import { EXPORT_BATCH } from '../../src/invoices/export-invoices.ts';
import { invoicesCsv } from '../../src/panel/invoices/invoices-file.ts';
import { invoicesWords } from '../../src/panel/invoices/invoices.words.ts';
import { COMMON_WORDS } from '../../src/panel/common/common.words.ts';
import { useApiWorld } from '../support/api-world.ts';
import { eventually } from '../support/eventually.ts';
import type { PanelBrowser } from '../support/panel-client.ts';
import { signedIn } from '../support/panel-people.ts';
import { hasPython, READ_XLSX, readWithPython } from '../support/read-with-python.ts';
import type { TestStore } from '../support/world.ts';

const describeWithPython = hasPython ? describe : describe.skip;
const ROWS = 6 * EXPORT_BATCH + 250;
/** Twenty megabytes. */
const [LONG_ROWS, LONG_REFERENCE] = [12 * EXPORT_BATCH, 1_600];

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

  test('begins with a byte order mark and names; in English amounts have a point, times are those of the store', async () => {
    const response = await fetch(`${world.current.baseUrl}${path}?q=csv+17`, { headers: { Cookie: person.cookie! } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    const [names, line] = linesOf(bytes.subarray(3).toString());
    const cells = line!.split(',');
    expect(Object.fromEntries(names!.split(',').map((name, index) => [name, cells[index]]))).toEqual({
      'No.': expect.stringMatching(/^\d+$/) as unknown,
      Status: 'Open',
      'Payment method': 'Boleto',
      'No. of the customer': String(store.customerId),
      Customer: 'Ana Souza',
      'CPF or CNPJ': '',
      'E-mail': 'ana@example.com',
      Total: '1000.00',
      Discount: '0.17',
      Fine: '0.00',
      Interest: '0.00',
      Paid: '0.00',
      Refunded: '0.00',
      'Due date': '2026-05-04',
      Created: '2026-05-01 09:00:17',
      'Paid at': '2026-05-02 12:00:00',
      'External reference': 'csv 17',
      'Interest of installments': '0.00',
    });
  });

  test('in Portuguese has semicolons between columns and a comma before cents, and says so', async () => {
    const leitor = await signedIn(world.current, { companyId: store.companyId, role: 'support', language: 'pt' });
    const customer = await store.sandbox.create<{ id: number }>('/api/v1/customers', {
      name: 'Zilda; Filhos, Ltda',
      email: 'zilda@example.com',
      document: '11.222.333/0001-81',
    });
    const { id } = await store.createInvoice({ customer_id: customer.id });
    await world.current.database.query(
      `update invoices set subtotal_cents = 123456, total_cents = 123456, created_at = '2026-05-01T12:00:17Z', external_reference = '=1;2' where id = $1`,
      [id],
    );
    const response = await fetch(`${world.current.baseUrl}${path}?q=zilda`, { headers: { Cookie: leitor.cookie! } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    const [names, line, ...rest] = linesOf(bytes.subarray(3).toString());
    expect(names).toMatch(/^Nº;Situação;Forma de pagamento;Nº do cliente;Cliente;CPF ou CNPJ;/);
    expect(line).toBe(
      `${id};Aberta;Pix;${customer.id};"Zilda; Filhos, Ltda";11.222.333/0001-81;zilda@example.com;1234,56;0,00;0,00;0,00;0,00;0,00;;2026-05-01 09:00:17;;"'=1;2";0,00`,
    );
    expect(rest).toEqual([]);
    const pages = [leitor, person].map((reader) => reader.get(path.replace('.csv', '?q=zilda')));
    const [pt, en] = (await Promise.all(pages)).map(({ html }) => html);
    expect(pt).toContain('colunas separadas por ponto e vírgula, centavos por vírgula');
    expect(en).toContain('commas between columns, points in amounts');
    await world.current.database.query(`update invoices set environment = 'production' where id = $1`, [id]);
  });

  test('is named by the day that it is for the store, not for Greenwich', async () => {
    const other = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: other.companyId });
    // In one of these zones it is another day than in Greenwich, at any hour.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await world.current.database.query('update companies set time_zone = $1 where id = $2', [zone, other.companyId]);
      const today = () => DateTime.now().setZone(zone).toISODate()!;
      const before = today();
      const { headers } = await owner.get(`/panel/stores/${other.companyId}/sandbox/invoices.csv`);
      const name = /invoices-\d+-sandbox-([\d-]+)\.csv/.exec(headers.get('Content-Disposition')!)![1];
      expect([before, today()]).toContain(name);
    }
  });

  test('by words that more customers have than a list looks at has the invoices of all of them', async () => {
    const [wide, other] = [await world.current.createStore(), await world.current.createStore()];
    const insertCustomers = async ({ companyId }: TestStore, count: number) => {
      await world.current.database.query(
        `insert into customers (company_id, environment, name, email, active, created_at, updated_at)
         select $1::bigint, 'sandbox', 'Wide Known', 'wide' || n || '@example.com', true, now(), now()
         from generate_series(1, $2::int) as n`,
        [companyId, count],
      );
      // In turn: the newest invoices are not those of the newest customers.
      await world.current.database.query(
        `insert into invoices (company_id, environment, customer_id, status, version, event_sequence, payment_method, checkout_hash, subtotal_cents, total_cents, amount_paid_cents, amount_refunded_cents, abandonment_at, created_at, updated_at)
         select $1::bigint, 'sandbox', c.id, case when round = 2 then 'paid' else 'open' end, 1, 1, 'pix', 'wide-' || c.id || '-' || round, 1000, 1000, 0, 0, now(), now(), now()
         from generate_series(1, 6) as round, customers c where c.company_id = $1 and c.name = 'Wide Known' order by round, c.id desc`,
        [companyId],
      );
    };
    await insertCustomers(wide, 250);
    await insertCustomers(other, 250);
    await insertInvoices(wide, 100);
    const named = await wide.createInvoice({ external_reference: 'wide known' });
    const owner = await signedIn(world.current, { companyId: wide.companyId });
    const base = `/panel/stores/${wide.companyId}/sandbox/invoices`;
    const expected = await world.current.database.query<{ id: string; status: string }>(
      `select i.id, i.status from invoices i join customers c on c.id = i.customer_id
       where i.company_id = $1 and (c.name = 'Wide Known' or i.id = $2) order by i.id desc`,
      [wide.companyId, named.id],
    );
    expect(expected).toHaveLength(250 * 6 + 1);
    const idsOf = async (query: string) => {
      const { html } = await owner.get(`${base}.csv?q=wide+known${query}`);
      return linesOf(html)
        .slice(1)
        .map((line) => line.split(',')[0]);
    };
    expect(await idsOf('')).toEqual(expected.map(({ id }) => id));
    const paid = expected.filter(({ status }) => status === 'paid').map(({ id }) => id);
    expect(paid).toHaveLength(250);
    expect(await idsOf('&status=paid')).toEqual(paid);
    expect((await owner.get(`${base}?q=wide+known`)).html).toContain('The CSV has those of all.');
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

  test('a wrong date gives no file, but the list that says so', async () => {
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

  describeWithPython('as a workbook', () => {
    test('has the same rows, with numbers that a spreadsheet adds up, and says where the CSV has more', async () => {
      const { companyId, customerId } = await world.current.createStore();
      await insertInvoices({ companyId, customerId } as TestStore, 3);
      const owner = await signedIn(world.current, { companyId, language: 'pt' });
      const address = `${world.current.baseUrl}/panel/stores/${companyId}/sandbox/invoices.xlsx`;
      const response = await fetch(address, { headers: { Cookie: owner.cookie! } });
      expect(response.headers.get('Content-Disposition')).toMatch(/^attachment; filename="invoices-.*\.xlsx"$/);
      const folder = mkdtempSync(join(tmpdir(), 'fatura-xlsx-'));
      const file = join(folder, 'invoices.xlsx');
      writeFileSync(file, Buffer.from(await response.arrayBuffer()));
      const { Cobranças: rows = [] } = await readWithPython<Record<string, unknown[][]>>(READ_XLSX, file);
      rmSync(folder, { recursive: true });
      expect(rows).toHaveLength(4);
      expect(rows[0]!.slice(0, 8)).toEqual([
        ...['Nº', 'Situação', 'Forma de pagamento', 'Nº do cliente', 'Cliente', 'CPF ou CNPJ', 'E-mail', 'Total'],
      ]);
      expect(rows[1]!.slice(1, 9)).toEqual([
        ...['Aberta', 'Boleto', customerId, 'Ana Souza', null, 'ana@example.com', 1000, 0.03],
      ]);
      expect(rows[1]!.slice(13, 16)).toEqual(['2026-05-04', '2026-05-01 09:00:03', '2026-05-02 12:00:00']);
    });
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
      language: 'en' as const,
      columns: invoicesWords.en.columns,
      t: COMMON_WORDS.en,
    });

    /** Transactions that the server has open, and whether it has asked the database nothing for a while. */
    const activity = async () => {
      const [row] = await world.current.database.query<{ open: number; isQuiet: boolean }>(
        `select count(*) filter (where xact_start is not null)::int as open,
           coalesce(max(state_change) < clock_timestamp() - interval '400 ms', true) as "isQuiet"
         from pg_stat_activity where datname = current_database() and application_name = 'fatura'`,
      );
      return row!;
    };

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
      // The search has a statement for the meaning of its words, and not more than two of the seven batches.
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

    test('over HTTP holds no connection of the database while rows are still to come', async () => {
      const slow = await world.current.createStore();
      const path = `/panel/stores/${slow.companyId}/sandbox/invoices.csv`;
      // More than the sockets of both sides take in: what is not read here is not read from the database either.
      await insertInvoices(slow, LONG_ROWS);
      await world.current.database.query(
        `update invoices set external_reference = rpad(id || ' ', ${LONG_REFERENCE}, 'x') where company_id = $1`,
        [slow.companyId],
      );
      const owner = await signedIn(world.current, { companyId: slow.companyId });
      const response = await new Promise<IncomingMessage>((resolve) => {
        get(world.current.baseUrl + path, { headers: { Cookie: owner.cookie! } }, resolve);
      });
      const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      const parts: Buffer[] = [];
      for (let reads = 0; reads < 3; reads += 1) {
        parts.push((await chunks.next()).value as Buffer);
        await eventually(activity, ({ open, isQuiet }) => open === 0 && isQuiet);
      }
      // The last row of the file, and so one that no batch has had yet, if it comes as it is now.
      await world.current.database.query(
        `update invoices set status = 'canceled' where id = (select min(id) from invoices where company_id = $1)`,
        [slow.companyId],
      );
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) parts.push(next.value);
      const lines = linesOf(Buffer.concat(parts).toString());
      expect(lines).toHaveLength(1 + LONG_ROWS);
      expect(lines.at(-1)).toMatch(/^\d+,Canceled,/);
    });

    test('over HTTP that goes away is outlived by the server', async () => {
      const headers = { Cookie: person.cookie! };
      const response = await new Promise<IncomingMessage>((resolve) => {
        get(world.current.baseUrl + path, { headers }, resolve);
      });
      response.destroy();
      expect((await person.get(path.replace('.csv', '?q=17'))).status).toBe(200);
    });
  });
});
