import { Migration } from '@mikro-orm/migrations';

const COMPANY = `current_setting('fatura.company_id')::bigint`;
const ENVIRONMENT = `current_setting('fatura.environment')`;
/**
 * `is true` keeps it out of indexes: lists that are sorted by environment and id enter theirs at the cursor's bound
 * instead.
 */
const IN_ENVIRONMENT = `(environment = ${ENVIRONMENT}) is true`;
const READ = 'select';
const ADD = 'select, insert';
const KEEP = 'select, insert, update';
const ALL = 'select, insert, update, delete';

/** Rows of one company in one environment, and what requests do with them. */
const OF_STORE: Record<string, string | null> = {
  api_tokens: KEEP,
  customers: KEEP,
  disputes: READ,
  events: ADD,
  gateway_accounts: ALL,
  // Received and applied by no request of a store.
  gateway_callbacks: null,
  gateway_reconciliations: READ,
  idempotency_keys: KEEP,
  invoices: KEEP,
  payment_attempts: KEEP,
  payments: KEEP,
  products: KEEP,
  refunds: KEEP,
  subscription_cycles: KEEP,
  subscriptions: KEEP,
  webhook_deliveries: KEEP,
  webhook_endpoints: KEEP,
  webhook_incidents: KEEP,
};

/** Rows of a company, in both its environments. */
const OF_COMPANY: Record<string, string> = {
  access_links: KEEP,
  // The store's people read the acts in either environment. Nobody changes it.
  audit_entries: ADD,
  company_logos: ALL,
  memberships: 'select, update, delete',
};

/**
 * Rows that belong to a row of another table, which has a policy of its own: what is not seen there is not seen here.
 */
const OF_PARENT: Record<string, { to: string; parent: string; where: string }> = {
  gateway_customers: { to: READ, parent: 'customers', where: 'customers.id = gateway_customers.customer_id' },
  people: { to: READ, parent: 'memberships', where: 'memberships.person_id = people.id' },
  sandbox_messages: { to: READ, parent: 'sandbox_inboxes', where: 'sandbox_inboxes.id = sandbox_messages.inbox_id' },
  subscription_items: {
    to: ALL,
    parent: 'subscriptions',
    where: 'subscriptions.id = subscription_items.subscription_id',
  },
  webhook_attempts: {
    to: READ,
    parent: 'webhook_deliveries',
    where: 'webhook_deliveries.id = webhook_attempts.delivery_id',
  },
};

/**
 * The columns of the loops' tables that requests write. Requests see no more of them than the database itself fills in.
 */
const ORDERS = {
  mails: 'insert, select (id)',
  outbox: 'insert, select (id, created_at)',
  panel_submissions: 'insert',
};

/**
 * The second barrier between stores: a request of one runs as the role `fatura_store`, which sees the rows of the store
 * that its transaction names, and no others, whatever the statement says.
 *
 * A table that is not named here, now or later, is out of the role's reach: whoever makes one decides.
 */
export class Migration0014StoreBarrier extends Migration {
  override up(): void {
    this.addSql(MAKE_ROLE);
    this.addSql(GRANT_SCHEMA);
    for (const [table, may] of Object.entries(OF_STORE)) {
      this.protect(table, may, `company_id = ${COMPANY} and ${IN_ENVIRONMENT}`);
    }
    for (const [table, may] of Object.entries(OF_COMPANY)) this.protect(table, may, `company_id = ${COMPANY}`);
    this.protect('companies', 'select, update', `id = ${COMPANY}`);
    this.protect('sandbox_inboxes', ALL, `company_id = ${COMPANY} and ${ENVIRONMENT} = 'sandbox'`);
    for (const [table, { to, parent, where }] of Object.entries(OF_PARENT)) {
      this.protect(table, to, `exists (select from ${parent} where ${where})`);
    }
    this.protectInvoiceItems();
    for (const [table, may] of Object.entries(ORDERS)) this.addSql(`grant ${may} on ${table} to fatura_store`);
    this.addSql(FIND_CUSTOMERS);
    this.addSql(`revoke all on function customers_with_words(text, bigint, text) from public`);
    this.addSql(`grant execute on function customers_with_words(text, bigint, text) to fatura_store`);
    this.addSql(FIND_LANGUAGE);
    this.addSql(`revoke all on function language_of_person(text) from public`);
    this.addSql(`grant execute on function language_of_person(text) to fatura_store`);
  }

  private protect(table: string, may: string | null, isOwn: string): void {
    this.addSql(`alter table ${table} enable row level security`);
    this.addSql(`create policy of_store on ${table} to fatura_store using (${isOwn})`);
    if (may) this.addSql(`grant ${may} on ${table} to fatura_store`);
  }

  /**
   * An invoice and its items are inserted by one statement, whose policies do not see the invoice yet: so the items are
   * held against it at the end of the statement, as foreign keys are.
   */
  private protectInvoiceItems(): void {
    const isOwn = 'exists (select from invoices where invoices.id = invoice_items.invoice_id)';
    this.protect('invoice_items', ALL, isOwn);
    this.addSql(`create policy of_new_invoice on invoice_items for insert to fatura_store with check (true)`);
    this.addSql(`create function check_invoice_of_item() returns trigger language plpgsql as $$
      begin
        if not exists (select from invoices where id = new.invoice_id) then
          raise insufficient_privilege using message = 'new row violates row-level security policy for table "invoice_items"';
        end if;
        return null;
      end $$`);
    this.addSql(`create trigger invoice_items_of_store after insert on invoice_items for each row
      when (current_user = 'fatura_store') execute function check_invoice_of_item()`);
  }
}

/**
 * A role is the whole cluster's: it may be there already, of another database, or be made at this moment. A user who is
 * no superuser must be its member to become it.
 */
const MAKE_ROLE = `do $$
  declare
    by_set constant boolean := current_setting('server_version_num')::int >= 160000;
    membership constant text := format('grant fatura_store to %I', current_user)
      || case when by_set then ' with inherit false, set true' else '' end;
  begin
    for attempt in 1..50 loop
      begin
        if not exists (select from pg_roles where rolname = 'fatura_store') then
          create role fatura_store nologin;
        end if;
        if not pg_has_role(current_user, 'fatura_store', case when by_set then 'SET' else 'MEMBER' end) then
          execute membership;
        end if;
        exit;
      exception
        when duplicate_object or unique_violation then null;
        when insufficient_privilege then
          raise insufficient_privilege using message = format(
            'the database user %s may not make the role fatura_store, or join it. As a superuser, once: %s%s; then migrate again.',
            current_user,
            case when not exists (select from pg_roles where rolname = 'fatura_store') then 'create role fatura_store nologin; ' end,
            membership);
        when internal_error then
          if attempt = 50 or sqlerrm not like 'tuple concurrently %' then raise; end if;
      end;
    end loop;
    if exists (select from pg_roles where rolname = 'fatura_store' and (rolsuper or rolbypassrls)) then
      raise exception 'the role fatura_store passes row-level security: alter role fatura_store nosuperuser nobypassrls;';
    end if;
  end $$`;

/** Numbers of sequences tell nothing; those of later tables are usable too. */
const GRANT_SCHEMA = `do $$
  begin
    execute format('grant usage on schema %I to fatura_store', current_schema());
    execute format('grant usage on all sequences in schema %I to fatura_store', current_schema());
    execute format('alter default privileges in schema %I grant usage on sequences to fatura_store', current_schema());
  end $$`;

/**
 * Under a policy the index of words is of no use to a statement: its operator might tell of rows that the policy hides.
 * So the search runs as the owner, in here, and holds its arguments against the store of the transaction itself, where
 * there is one. `is true` leaves the index of words as the only one that fits.
 */
const FIND_CUSTOMERS = `create function customers_with_words(words text, of_company bigint, of_environment text)
  returns setof bigint language sql stable security definer set search_path from current rows 200
  begin atomic
    select id from customers
    where to_tsvector('simple'::regconfig, 'store' || company_id::text || environment || ' ' || regexp_replace(translate(lower(normalize(name || ' ' || email, NFC)), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn'), '[^a-z0-9]+', ' ', 'g')) @@ to_tsquery('simple', words)
      and (company_id = of_company and environment = of_environment) is true
      and of_company = coalesce(nullif(current_setting('fatura.company_id', true), '')::bigint, of_company)
      and of_environment = coalesce(nullif(current_setting('fatura.environment', true), ''), of_environment);
  end`;

/**
 * The invited person may be of other stores alone, and is written to in their own language: that is all that is told of
 * them.
 */
const FIND_LANGUAGE = `create function language_of_person(address text)
  returns text language sql stable security definer set search_path from current
  begin atomic
    select language from people where email = address;
  end`;
