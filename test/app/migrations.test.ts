import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrate, MIGRATION_LOCK, openForMigration } from '../../src/app/migrate.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

/** References to rows of a floor above: the floors below know no such rows, and the migrations alone hold the keys. */
const UPWARD_REFERENCES = [
  'idempotency_keys_company_id',
  'invoices_subscription_id',
  'mail_counts_company_id',
  'mandates_subscription_id',
  'outbox_customer_id',
  'outbox_delivery_id',
  'outbox_invoice_id',
  'outbox_subscription_id',
  'payment_attempts_mandate_id',
];

/** Columns that only the version before uses: the next migration drops them. */
const LEFT_FOR_THE_VERSION_BEFORE = [
  'alter table "gateway_accounts" drop column "alert_leased_until";',
  'alter table "webhook_incidents" drop column "alert_leased_until";',
  'alter table "outbox" drop column "invoice_id", drop column "delivery_id", drop column "subscription_id", drop column "customer_id";',
  'alter table "companies" drop column "webhook_retries", drop column "webhook_retry_interval_seconds", drop column "webhook_retry_strategy", drop column "webhook_retry_max_interval_seconds", drop column "alert_email";',
];

describe('the migrations', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test('make exactly the tables that the entities describe, and the references to floors above', async () => {
    const orm = await openDatabase({ databaseUrl: database.url, poolSize: 1 });
    const difference = await orm.schema.getUpdateSchemaSQL({ wrap: false });
    await orm.close();
    const references = UPWARD_REFERENCES.map(
      (name) => `alter table "${name.split('_').slice(0, -2).join('_')}" drop constraint "${name}_foreign";`,
    );
    expect(difference.split('\n').filter(Boolean).sort()).toEqual(
      [...references, ...LEFT_FOR_THE_VERSION_BEFORE].sort(),
    );
  });

  test('know each status that a SQL text of the product names', async () => {
    const rows = await database.query<{ check: string }>(
      `select pg_get_constraintdef(oid) as check from pg_constraint where contype = 'c'
        and pg_get_constraintdef(oid) ~ '(status|state)'`,
    );
    const known = new Set(rows.flatMap(({ check }) => [...check.matchAll(/'(\w+)'::text/g)].map(([, name]) => name!)));
    const src = join(import.meta.dirname, '../../src');
    const named = globSync('**/*.ts', { cwd: src, exclude: ['app/migrations/**', 'base/http/**'] }).flatMap((file) =>
      [
        ...readFileSync(join(src, file), 'utf8').matchAll(
          /\b(?:status|state) (?:(?:=|<>) ('\w+')|(?:not )?in \(([^)]*)\))/g,
        ),
      ].flatMap(([, one, several]) =>
        [...(one ?? several!).matchAll(/'(\w+)'/g)].map(([, name]) => ({ file, name: name! })),
      ),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
  });

  test('run by several processes at once, are applied once', async () => {
    await database.query('drop schema public cascade');
    await database.query('create schema public');
    await Promise.all([1, 2, 3].map(() => migrate(database.url)));
    expect(await database.query('select name from migrations order by id')).toEqual([
      { name: '0001-initial' },
      { name: '0002-complete-api' },
      { name: '0003-checkout' },
      { name: '0004-webhook-operations' },
      { name: '0005-sandbox-inboxes' },
      { name: '0006-panel' },
      { name: '0007-subscriptions' },
      { name: '0008-gateways' },
      { name: '0009-rare-rows' },
      { name: '0010-attempts-begun' },
      { name: '0011-charges-asked-for' },
      { name: '0012-traces' },
      { name: '0013-leased-attempts' },
      { name: '0014-store-barrier' },
      { name: '0015-erased-customers' },
      { name: '0016-retention' },
      { name: '0017-database-clock' },
      { name: '0018-fair-outbox' },
      { name: '0019-held-work' },
      { name: '0020-plans-under-load' },
      { name: '0021-stores-apart' },
      { name: '0022-outbox-subject' },
      { name: '0023-settings-of-environments' },
      { name: '0024-inviters' },
      { name: '0025-acts-of-tokens' },
      { name: '0026-second-factors' },
      { name: '0027-audit-chain' },
      { name: '0028-card-testing' },
      { name: '0029-amount-disputed' },
      { name: '0030-sandbox-clocks' },
      { name: '0031-gateway-methods' },
      { name: '0032-pix-due-dates' },
      { name: '0033-end-to-end-ids' },
      { name: '0034-mandates' },
      { name: '0035-boleto-with-pix' },
      { name: '0036-ledger' },
      { name: '0037-payment-methods' },
      { name: '0038-reminders' },
      { name: '0039-operators' },
      { name: '0040-dispute-answers' },
      { name: '0041-dispute-checks' },
      { name: '0042-coupons-and-saved-cards' },
      { name: '0043-payment-links' },
      { name: '0044-one-off-lines' },
      { name: '0045-search' },
      { name: '0046-preferences' },
      { name: '0047-store-contact' },
      { name: '0048-choice-of-methods' },
      { name: '0049-return-addresses' },
      { name: '0050-pay-after-abandonment' },
      { name: '0051-statement-text' },
      { name: '0052-installment-interest' },
      { name: '0053-size-of-logos' },
      { name: '0054-checkout-domains' },
    ]);
  });

  describe('on a database whose statements may take 100 ms', () => {
    beforeAll(async () => {
      const name = new URL(database.url).pathname.slice(1);
      await database.query(`alter database ${name} set statement_timeout = '100ms'`);
    });

    test.each([
      ['a migration’s have no limit', () => openForMigration(database.url, 1), '0'],
      ['a request’s have 30 s', () => openDatabase({ databaseUrl: database.url, poolSize: 1 }), '30s'],
      ['a limit can be chosen', () => openDatabase({ databaseUrl: database.url, statementTimeoutMs: 50 }), '50ms'],
    ])('%s', async (_what, open, expected) => {
      const orm = await open();
      expect(await orm.em.fork().execute('show statement_timeout')).toEqual([{ statement_timeout: expected }]);
      await orm.close();
    });

    test('a process waits for another one that migrates for longer than that, and then migrates', async () => {
      const other = new pg.Client({ connectionString: database.url });
      await other.connect();
      await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      const waiting = migrate(database.url);
      // Its outcome is looked at below.
      waiting.catch(() => undefined);
      await eventually(
        () =>
          database.query(
            `select 1 from pg_locks l join pg_stat_activity a using (pid)
             where l.locktype = 'advisory' and not l.granted and a.query_start < clock_timestamp() - interval '300 ms'`,
          ),
        (rows) => rows.length === 1,
        { withinMs: 5_000 },
      );
      await other.end();
      await expect(waiting).resolves.toBeUndefined();
    });

    test('the work itself may take longer than that', async () => {
      const orm = await openForMigration(database.url, 2);
      await expect(orm.em.fork().execute('select pg_sleep(0.3)')).resolves.toHaveLength(1);
      await orm.close();
      const limited = await openDatabase({ databaseUrl: database.url, statementTimeoutMs: 100 });
      await expect(limited.em.fork().execute('select pg_sleep(0.3)')).rejects.toThrow('statement timeout');
      await limited.close();
    });
  });

  describe('while the version before is running', () => {
    test('settings that the version before writes for a store are those of both its environments', async () => {
      const [{ id }] = (await database.query<{ id: string }>(
        `insert into companies (name, city, webhook_retries, created_at) values ('Padaria', 'São Paulo', 7, now()) returning id`,
      )) as [{ id: string }];
      await database.query(`update companies set alert_email = 'dona@padaria.example' where id = $1`, [id]);
      const settings = await database.query(
        `select environment, webhook_retries, alert_email from store_settings where company_id = $1 order by environment`,
        [id],
      );
      const expected = { webhook_retries: 7, alert_email: 'dona@padaria.example' };
      expect(settings).toEqual(['production', 'sandbox'].map((environment) => ({ environment, ...expected })));
    });

    test('each version reads the entries of the outbox that the other one writes', async () => {
      for (const kind of ['invoice', 'delivery']) {
        await database.query(`alter table outbox drop constraint outbox_${kind}_id_foreign`);
      }
      await database.query(`insert into outbox (invoice_id) values (1)`);
      await database.query(`insert into outbox (subject_type, subject_id) values ('delivery', 2)`);
      const columns = 'invoice_id, delivery_id, subscription_id, customer_id, subject_type, subject_id';
      const none = { invoice_id: null, delivery_id: null, subscription_id: null, customer_id: null };
      expect(await database.query(`select ${columns} from outbox order by id`)).toEqual([
        { ...none, invoice_id: '1', subject_type: 'invoice', subject_id: '1' },
        { ...none, delivery_id: '2', subject_type: 'delivery', subject_id: '2' },
      ]);
      await database.query('delete from outbox');
    });

    const undo = async (): Promise<void> => {
      await database.query('alter table webhook_deliveries drop column leased_until');
      await database.query(`delete from migrations where name = '0013-leased-attempts'`);
    };
    const isThere = () => database.query(`select 1 from information_schema.columns where column_name = 'leased_until'`);

    test('a migration that waits for a table that somebody reads lets the requests behind it by, and asks again', async () => {
      await undo();
      const report = new pg.Client({ connectionString: database.url });
      await report.connect();
      await report.query('begin');
      await report.query('select 1 from webhook_deliveries');
      const migrating = migrate(database.url);
      // Its outcome is looked at below.
      migrating.catch(() => undefined);
      const waits = () => database.query(`select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'`);
      await eventually(waits, (rows) => rows.length === 1, { withinMs: 10_000 });
      // Behind it, until it gives up.
      await expect(database.query('select 1 from webhook_deliveries')).resolves.toEqual([]);
      expect(await isThere()).toEqual([]);
      // It asks again.
      await eventually(waits, (rows) => rows.length === 1, { withinMs: 10_000 });
      await report.query('commit');
      await report.end();
      await migrating;
      expect(await isThere()).toHaveLength(1);
    }, 60_000);

    test('its lock is kept however short the database lets a transaction be, or be idle', async () => {
      await undo();
      const name = new URL(database.url).pathname.slice(1);
      const limits = ['idle_in_transaction_session_timeout', 'transaction_timeout'];
      // The migration itself is a transaction too.
      for (const limit of limits) await database.query(`alter database ${name} set ${limit} = '3s'`);
      const report = new pg.Client({ connectionString: database.url });
      await report.connect();
      for (const limit of limits) await report.query(`set ${limit} = 0`);
      await report.query('begin');
      await report.query('select 1 from webhook_deliveries');
      const migrating = migrate(database.url);
      // Its outcome is looked at below.
      migrating.catch(() => undefined);
      const holder = () =>
        database.query(
          `select 1 from pg_locks l join pg_stat_activity a using (pid)
           where l.locktype = 'advisory' and l.granted and a.xact_start < clock_timestamp() - interval '4 s'`,
        );
      await eventually(holder, (rows) => rows.length === 1, { withinMs: 10_000 });
      await report.query('commit');
      await report.end();
      await migrating;
      for (const limit of limits) await database.query(`alter database ${name} reset ${limit}`);
      expect(await isThere()).toHaveLength(1);
    }, 60_000);

    test('it gives up for good when its patience ends, and has changed nothing', async () => {
      await undo();
      const report = new pg.Client({ connectionString: database.url });
      await report.connect();
      await report.query('begin');
      await report.query('select 1 from webhook_deliveries');
      await expect(migrate(database.url, { patienceMs: 1 })).rejects.toThrow('lock timeout');
      await report.end();
      expect(await isThere()).toEqual([]);
      await migrate(database.url);
      expect(await isThere()).toHaveLength(1);
    }, 60_000);
  });
});
