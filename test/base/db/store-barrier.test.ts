import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { Customer } from '../../../src/catalog/customers/customer.entity.ts';
import { searchCustomers } from '../../../src/catalog/customers/search-customers.ts';
import { openDatabase } from '../../../src/app/open-database.ts';
import { createStoreTransactions } from '../../../src/base/http/store-transactions.ts';
import { Invoice } from '../../../src/invoices/invoice.entity.ts';
import { useApiWorld } from '../../support/api-world.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import type { TestStore } from '../../support/world.ts';

/** Tables that the role reaches although they have no policy, with what it may do there. */
const WITHOUT_POLICY: Record<string, { may: string[]; why: string }> = {
  mails: { may: ['INSERT'], why: 'ordered with a change and sealed; read by the loop that sends them' },
  panel_submissions: { may: ['INSERT'], why: 'keys of forms, each with its person' },
};

/** Number `n` owns row `n` of every table. */
const STORES = [
  { n: 1, companyId: 1, environment: 'production' },
  { n: 2, companyId: 1, environment: 'sandbox' },
  { n: 3, companyId: 2, environment: 'production' },
  { n: 4, companyId: 2, environment: 'sandbox' },
] as const;
type Owner = (typeof STORES)[number];

interface Table {
  name: string;
  key: string;
  columns: { name: string; type: string }[];
  /** The condition of its policy; null where there is none. */
  qual: string | null;
  may: string[];
}

describe('the barrier between stores', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let tables: Table[];
  let guarded: Table[];

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    tables = await readTables();
    guarded = tables.filter(({ qual }) => qual !== null);
    await fill();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  /** From the schema as it is, so that a new table is among them. */
  async function readTables(): Promise<Table[]> {
    const { rows } = await client.query<Table>(
      `select c.relname as name,
         (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
           where i.indrelid = c.oid and i.indisprimary) as key,
         (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, null)) order by attnum)
           from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
         case when c.relrowsecurity then
           (select qual from pg_policies where tablename = c.relname and policyname = 'of_store') end as qual,
         array(select p from unnest(array['SELECT','INSERT','UPDATE','DELETE','TRUNCATE']) p
           where has_table_privilege('fatura_store', c.oid, p)) as may
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') order by 1`,
    );
    return rows;
  }

  /**
   * Makes a row of each store in every table. Constraints that would refuse such rows are taken away, and the role may
   * do everything with each of these tables: only the policies are left.
   */
  async function fill(): Promise<void> {
    await client.query(`do $$ declare r record; begin
      for r in select conrelid::regclass as t, conname from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('f', 'c', 'u') loop
        execute format('alter table %s drop constraint %I', r.t, r.conname); end loop;
      for r in select indexrelid::regclass as i from pg_index join pg_class on pg_class.oid = indexrelid
        where relnamespace = 'public'::regnamespace and indisunique and not indisprimary loop
        execute format('drop index %s', r.i); end loop; end $$`);
    // For the version before alone, and in the way of rows that are made here.
    await client.query('drop trigger companies_settings on companies');
    // The ledger takes balanced transactions alone, and no change.
    await client.query(`drop trigger ledger_entries_posted on ledger_entries`);
    for (const table of ['ledger_entries', 'ledger_transactions']) {
      await client.query(`drop trigger ${table}_kept on ${table}`);
    }
    for (const table of guarded) {
      await client.query(`grant all on "${table.name}" to fatura_store`);
      for (const owner of STORES) {
        const isAnother = table.name === 'companies' || table.key === 'company_id';
        if (isAnother && owner.environment === 'sandbox') continue;
        await insert(table, rowOf(table, owner));
      }
    }
  }

  function rowOf(table: Table, owner: Owner): Record<string, unknown> {
    return Object.fromEntries(table.columns.map((column) => [column.name, valueOf(table, column, owner)]));
  }

  function valueOf({ name: table }: Table, { name, type }: Table['columns'][number], owner: Owner): unknown {
    if (name === 'company_id' || (table === 'companies' && name === 'id')) return owner.companyId;
    if (name === 'environment') return owner.environment;
    if (/int|numeric/.test(type)) return owner.n;
    if (/timestamp|date/.test(type)) return '2030-01-01';
    if (/json/.test(type)) return {};
    if (type === 'boolean') return true;
    if (type.endsWith('[]')) return [];
    if (type.startsWith('time')) return '10:00';
    return String(owner.n);
  }

  const insert = ({ name }: Table, row: object): Promise<pg.QueryResult> =>
    client.query(`insert into "${name}" select * from json_populate_record(null::"${name}", $1)`, [
      JSON.stringify(row),
    ]);

  /** Works in a store's transaction, which is not kept. */
  async function as<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
    await client.query('begin');
    try {
      await client.query(
        `select set_config('role', 'fatura_store', true), set_config('fatura.company_id', $1, true), set_config('fatura.environment', $2, true)`,
        [String(owner.companyId), owner.environment],
      );
      return await work();
    } finally {
      await client.query('rollback');
    }
  }

  /** As the policy of its table, or of the one that it belongs to, has it: a company’s, or one environment’s. */
  function isSeenBy(owner: Owner, { qual }: Table, row: Owner): boolean {
    const parent = /FROM (\w+)/.exec(qual!)?.[1];
    if (parent)
      return isSeenBy(
        owner,
        guarded.find(({ name }) => name === parent)!,
        row,
      );
    if (!/\benvironment =/.test(qual!)) {
      const isSandboxOnly = qual!.includes('fatura.environment');
      return owner.companyId === row.companyId && (!isSandboxOnly || owner.environment === 'sandbox');
    }
    return owner.n === row.n;
  }

  /** Their key says whose they are, so that no other column could be another store’s. */
  const isNamedByKey = ({ name, key }: Table): boolean =>
    name === 'companies' || name === 'people' || key === 'company_id';
  const keyIn = (table: Table, owner: Owner): number =>
    table.name === 'companies' || table.key === 'company_id' ? owner.companyId : owner.n;
  const keysSeen = (owner: Owner, table: Table): number[] => [
    ...new Set(STORES.filter((row) => isSeenBy(owner, table, row)).map((row) => keyIn(table, row))),
  ];

  const forEachTable = async (look: (table: Table) => Promise<unknown>): Promise<Record<string, unknown>> => {
    const found: Record<string, unknown> = {};
    for (const table of guarded) found[table.name] = await look(table);
    return found;
  };
  const expected = (value: (table: Table) => unknown): Record<string, unknown> =>
    Object.fromEntries(guarded.map((table) => [table.name, value(table)]));

  test('knows every table: it has a policy, or is out of reach, or a reason is given', () => {
    const open = tables.filter(({ qual, may }) => qual === null && may.length > 0);
    expect(Object.fromEntries(open.map(({ name, may }) => [name, may]))).toEqual(
      Object.fromEntries(Object.entries(WITHOUT_POLICY).map(([name, { may }]) => [name, may])),
    );
    const ofStores = tables.filter(({ columns }) => columns.some(({ name }) => name === 'company_id'));
    expect(ofStores.filter(({ qual }) => qual === null).map(({ name }) => name)).toEqual([]);
    const withBoth = ofStores.filter(({ columns }) => columns.some(({ name }) => name === 'environment'));
    expect(withBoth.filter(({ qual }) => !/\benvironment =/.test(qual!)).map(({ name }) => name)).toEqual([
      // Invitations are to the store, in both environments.
      'access_links',
      // Acts in either environment are read in both.
      'audit_entries',
    ]);
    expect(guarded.length).toBeGreaterThan(25);
  });

  test('is on for the role alone, which nobody can sign in as', async () => {
    const { rows } = await client.query(
      `select rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb from pg_roles where rolname = 'fatura_store'`,
    );
    const nothing = { rolsuper: false, rolbypassrls: false, rolcanlogin: false };
    expect(rows).toEqual([{ ...nothing, rolcreaterole: false, rolcreatedb: false }]);
  });

  describe.each(STORES)('in a statement of company $companyId’s $environment that forgets its filter', (owner) => {
    const others = STORES.filter(({ n }) => n !== owner.n);
    const columnsOf = ({ columns, key }: Table) =>
      columns.filter(({ name }) => name !== key).map(({ name }) => `"${name}"`);

    test('a select finds its own rows, and no others', async () => {
      const found = await forEachTable(({ name, key }) =>
        as(owner, async () => {
          const { rows } = await client.query<{ key: string }>(`select "${key}" as key from "${name}" order by 1`);
          return rows.map((row) => Number(row.key));
        }),
      );
      expect(found).toEqual(expected((table) => keysSeen(owner, table)));
    });

    test.each(['update', 'delete'])('an %s changes its own rows, and no others', async (verb) => {
      const changed = await forEachTable((table) =>
        as(owner, async () => {
          const [column] = columnsOf(table);
          const statement =
            verb === 'delete' ? `delete from "${table.name}"` : `update "${table.name}" set ${column} = ${column}`;
          return (await client.query(statement)).rowCount;
        }),
      );
      expect(changed).toEqual(expected((table) => keysSeen(owner, table).length));
    });

    test('an insert of another store’s row is refused; of its own, it is not', async () => {
      const outcomes = await forEachTable(async (table) => {
        const insertOf = (whose: Owner) =>
          as(owner, () => insert(table, { ...rowOf(table, whose), [table.key]: 1_000 }).then(() => 'made', codeOf));
        const theirs = others.filter((row) => !isSeenBy(owner, table, row));
        const own = isNamedByKey(table) || keysSeen(owner, table).length === 0 ? 'made' : await insertOf(owner);
        return [own, ...new Set(await inTurn(theirs, insertOf))];
      });
      expect(outcomes).toEqual(expected(() => ['made', '42501']));
    });

    test('an update that would give a row of its own to another store is refused', async () => {
      const given = guarded.filter((table) => !isNamedByKey(table) && keysSeen(owner, table).length > 0);
      const outcomes: Record<string, unknown> = {};
      for (const table of given) {
        const theirs = others.filter((row) => !isSeenBy(owner, table, row));
        const list = columnsOf(table).join(', ');
        const giveTo = (whose: Owner) =>
          as(owner, () =>
            client
              .query(
                `update "${table.name}" set (${list}) = (select ${list} from json_populate_record(null::"${table.name}", $1))`,
                [JSON.stringify(rowOf(table, whose))],
              )
              .then(() => 'changed', codeOf),
          );
        outcomes[table.name] = [...new Set(await inTurn(theirs, giveTo))];
      }
      expect(outcomes).toEqual(Object.fromEntries(given.map(({ name }) => [name, ['42501']])));
    });
  });

  test('a role that names no store reaches nothing at all', async () => {
    const outcomes = await forEachTable(async ({ name }) => {
      await client.query('begin');
      await client.query('set local role fatura_store');
      const outcome = await client.query(`select 1 from "${name}"`).then(({ rowCount }) => rowCount, codeOf);
      await client.query('rollback');
      return outcome;
    });
    // An unknown setting, or where a transaction before has named a store, an empty one.
    for (const outcome of Object.values(outcomes)) expect(['42704', '22P02']).toContain(outcome);
  });

  test('tables without a policy cannot be read', async () => {
    const closed = tables.filter(({ qual }) => qual === null);
    const outcomes = await inTurn(closed, ({ name }) =>
      as(STORES[0], () => client.query(`select * from "${name}"`).then(() => 'read', codeOf)),
    );
    expect(new Set(outcomes)).toEqual(new Set(['42501']));
    expect(closed.length).toBeGreaterThan(5);
  });
});

describe('a request of a store', () => {
  const world = useApiWorld();
  let orm: MikroORM;
  let [store, other]: TestStore[] = [];
  beforeAll(async () => {
    [store, other] = [await world.current.createStore(), await world.current.createStore()];
    await other.createInvoice();
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1 });
  });
  afterAll(() => orm.close());
  const here = () => ({ companyId: store!.companyId, environment: 'sandbox' as const });
  const there = () => ({ companyId: other!.companyId, environment: 'sandbox' as const });
  const whoami = () =>
    orm.em
      .fork()
      .execute(
        `select current_user = session_user as is_owner, nullif(current_setting('fatura.company_id', true), '') as id`,
      );

  test('that looks for everybody’s rows finds its own', async () => {
    const transact = createStoreTransactions(orm.em);
    const { id } = await store!.createInvoice();
    const found = await transact(here(), async (em) => ({
      invoices: await em.find(Invoice, {}),
      customers: await em.find(Customer, {}),
      changed: await em.nativeUpdate(Customer, {}, { name: 'Forgotten' }),
    }));
    expect(found.invoices.map((invoice) => invoice.id)).toEqual([id]);
    expect(found.customers.map((customer) => customer.id)).toEqual([store!.customerId]);
    expect(found.changed).toBe(1);
    const { body } = await other!.sandbox.get<{ name: string }>(`/api/v1/customers/${other!.customerId}`);
    expect(body.name).toBe('Ana Souza');
  });

  test('that searches another store’s customers finds none', async () => {
    const transact = createStoreTransactions(orm.em);
    const search = { store: there(), text: 'ana' };
    expect(await searchCustomers(orm.em.fork(), search)).toEqual([other!.customerId]);
    expect(await transact(here(), (em) => searchCustomers(em, search))).toEqual([]);
    expect(await transact(there(), (em) => searchCustomers(em, search))).toEqual([other!.customerId]);
  });

  test('learns of somebody of no store of its own what language they read, and no more', async () => {
    await world.current.database.query(
      `insert into people (email, name, language, created_at) values ('rui@example.com', 'Rui', 'pt', now())`,
    );
    const found = await createStoreTransactions(orm.em)(here(), async (em) => ({
      people: await em.execute('select 1 from people'),
      language: await em.execute(`select language_of_person('rui@example.com') as language`),
    }));
    expect(found).toEqual({ people: [], language: [{ language: 'pt' }] });
  });

  test.each([
    ['is done', 'select 1', 'fatura_store'],
    ['fails', 'select 1 / 0', 'division by zero'],
  ])('leaves the store when it %s: its connection is the owner’s again', async (_how, last, outcome) => {
    const transact = createStoreTransactions(orm.em);
    const inside = transact(here(), async (em) => {
      const [row] = await em.execute<{ name: string }[]>('select current_user as name');
      await em.execute(last);
      return row!.name;
    });
    expect(await inside.catch((error: unknown) => (error as Error).message)).toContain(outcome);
    expect(await whoami()).toEqual([{ is_owner: true, id: null }]);
  });

  test('of the sandbox leaves the settings of production, and tells no delivery of production', async () => {
    const { database } = world.current;
    const { sandbox, companyId } = store!;
    const settings = () =>
      database.query(
        `select environment, webhook_retries, alert_email from store_settings where company_id = $1 order by environment`,
        [companyId],
      );
    const [before] = await settings();
    const [endpoint] = await database.query<{ id: string }>(
      `insert into webhook_endpoints (company_id, environment, url, events, secret, created_at, updated_at)
       values ($1, 'production', 'https://shop.example', '{*}', '', now(), now()) returning id`,
      [companyId],
    );
    const [delivery] = await database.query<{ id: string }>(
      `insert into webhook_deliveries (company_id, environment, event_id, endpoint_id, resource_type, resource_id, state, attempts, created_at, runs_in)
       values ($1, 'production', (select min(id) from events), $2, 'webhook', 1, 'pending', 0, now(), 'delivery') returning id`,
      [companyId, endpoint!.id],
    );
    await sandbox.request('PATCH', '/api/v1/webhook-settings', { retries: 0, alert_email: 'dev@store.example' });
    expect(await settings()).toEqual([
      before,
      { environment: 'sandbox', webhook_retries: 0, alert_email: 'dev@store.example' },
    ]);
    const told = await database.query(`select 1 from outbox where subject_type = 'delivery' and subject_id = $1`, [
      delivery!.id,
    ]);
    expect(told).toEqual([]);
  });
});

const codeOf = (error: unknown): string => (error as { code: string }).code;

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
