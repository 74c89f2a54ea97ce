import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { createCompany } from '../../src/accounts/companies/create-company.ts';
import type { Store } from '../../src/base/environment.ts';
import { createPerson } from '../../src/accounts/people/create-person.ts';

/** A store whose lists are measured, and what of it they are asked for. */
export interface ListStore extends Store {
  /** How many invoices it has. */
  invoices: number;
  token: string;
  /** The newest invoice, and one far down the list. */
  newestId: number;
  deepId: number;
  customerId: number;
  webhookId: number;
  /** The day by its clocks on which its newest invoices were made, `YYYY-MM-DD`. */
  lastDay: string;
  /** The moment at which the half of its invoices was made, ISO 8601. */
  halfway: string;
}

/** The person who signs in to the panel; an owner of every store. */
export const PERSON = { email: 'bench@store.example', password: 'a benchmark of lists' };
export const TIME_ZONE = 'America/Sao_Paulo';

/** As many a day: a million in three years. */
const INVOICES_A_DAY = 900;
/** This many of the newest invoices have their line, their attempt and payment, an event, and its delivery. */
const WITH_EVERYTHING = 200_000;
const INVOICES_OF_A_CUSTOMER = 10;
const INVOICES_OF_A_SUBSCRIPTION = 500;
const INVOICES_OF_A_PRODUCT = 200;

/** The tables that get as many rows as there are invoices, or a good part of it. */
const LARGE_TABLES = [
  'customers',
  'invoices',
  'invoice_items',
  'payment_attempts',
  'payments',
  'events',
  'webhook_deliveries',
];

/**
 * Fills an empty database: one store for each number of invoices, with all that belongs to them. The slowest part comes
 * last: the indexes that no constraint needs are made of the rows at once, and not row by row.
 *
 * @param databaseUrl of a superuser, as the rows' references are not looked up one by one
 */
export async function createListStores(
  { databaseUrl, orm, signal }: { databaseUrl: string; orm: MikroORM; signal: AbortSignal },
  counts: number[],
): Promise<ListStore[]> {
  const database = new pg.Client({ connectionString: databaseUrl });
  // A part that is given up loses it; whoever asks it next is told.
  database.on('error', () => undefined);
  await database.connect();
  try {
    await database.query(`set synchronous_commit = off`);
    await database.query(`set maintenance_work_mem = '512MB'`);
    await database.query(`set session_replication_role = replica`);
    const indexes = await dropIndexes(database);
    const stores: ListStore[] = [];
    for (const invoices of counts) {
      signal.throwIfAborted();
      stores.push(await createStore({ orm, database, signal }, invoices));
    }
    for (const definition of indexes) {
      signal.throwIfAborted();
      await database.query(definition);
    }
    await database.query('vacuum analyze');
    // Or the first to be measured would pay for what the others find done.
    await database.query('checkpoint');
    return stores;
  } finally {
    await database.end();
  }
}

/** @returns how to make them again */
async function dropIndexes(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`,
    [LARGE_TABLES],
  );
  for (const { name } of rows) await database.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

interface Seeding {
  orm: MikroORM;
  database: pg.Client;
  signal: AbortSignal;
}

async function createStore({ orm, database, signal }: Seeding, invoices: number): Promise<ListStore> {
  const { companyId, token } = await createOwnedCompany(orm, invoices);
  const store: Store = { companyId, environment: 'production' };
  const customers = Math.ceil(invoices / INVOICES_OF_A_CUSTOMER);
  const products = Math.ceil(invoices / INVOICES_OF_A_PRODUCT);
  const insert = async (sql: string, ...params: number[]): Promise<void> => {
    signal.throwIfAborted();
    await database.query(sql, [companyId, ...params]);
  };
  await insert(PRODUCTS, products);
  await insert(CUSTOMERS, customers);
  await insert(INVOICES, customers, invoices, INVOICES_A_DAY);
  await insert(ENDPOINT);
  await insert(AUDIT, products);
  await insert(SUBSCRIPTIONS, Math.ceil(invoices / INVOICES_OF_A_SUBSCRIPTION));
  await insert(SUBSCRIPTION_ITEMS);
  const [ids] = await read<{ first: string; last: string; customer: string; product: string; endpoint: string }>(
    database,
    `select min(id) as first, max(id) as last, min(customer_id) as customer,
       (select min(id) from products where company_id = $1) as product,
       (select min(id) from webhook_endpoints where company_id = $1) as endpoint
     from invoices where company_id = $1`,
    [companyId],
  );
  const [first, last] = [Number(ids!.first), Number(ids!.last)];
  const from = Math.max(first, last + 1 - WITH_EVERYTHING);
  for (const sql of [INVOICE_ITEMS, ATTEMPTS]) await insert(sql, from);
  for (const sql of [PAYMENTS, EVENTS, DELIVERIES]) await insert(sql, from);
  const deepId = first + Math.floor((last - first) * 0.4);
  const middleId = first + Math.floor((last - first) * 0.5);
  const [times] = await read<{ day: string; halfway: Date }>(
    database,
    `select to_char(newest.created_at at time zone $3, 'YYYY-MM-DD') as day, middle.created_at as halfway
     from invoices as newest, invoices as middle where newest.id = $1 and middle.id = $2`,
    [last, middleId, TIME_ZONE],
  );
  return {
    ...{ ...store, invoices, token, newestId: last, deepId },
    ...{ customerId: Number(ids!.customer) + 3, webhookId: Number(ids!.endpoint) },
    ...{ lastDay: times!.day, halfway: times!.halfway.toISOString() },
  };
}

async function createOwnedCompany(orm: MikroORM, invoices: number): Promise<{ companyId: number; token: string }> {
  const em = orm.em.fork();
  const { company, productionToken: token } = await createCompany(em, {
    ...{ name: `Bench ${invoices}`, city: 'Recife', timeZone: TIME_ZONE, now: new Date() },
    // A store's limit is not what is measured.
    ...{ plan: 'scale', rateLimitPerMinute: 1_000_000 },
  });
  const [known] = await em.execute<{ id: string }[]>('select id from people where email = ?', [PERSON.email]);
  if (known) {
    await em.execute(
      `insert into memberships (company_id, person_id, role, created_at) values (?, ?, 'owner', now())`,
      [company.id, known.id],
    );
  } else {
    const membership = { companyId: company.id, role: 'owner' as const };
    await createPerson(em, { ...PERSON, name: 'Bench', membership, now: new Date() });
  }
  return { companyId: company.id, token };
}

async function read<T extends pg.QueryResultRow>(database: pg.Client, sql: string, params: unknown[]): Promise<T[]> {
  return (await database.query<T>(sql, params)).rows;
}

// The first parameter of each statement is the store; ids are given in the order of the rows, so that the newest is
// last.

const PRODUCTS = `
  insert into products (company_id, environment, name, price_cents, sku, created_at, updated_at)
  select $1::bigint, 'production', (array['Pão', 'Bolo', 'Café', 'Açaí', 'Suco'])[1 + n % 5] || ' nº ' || n, 1000 + n,
    'sku-' || n, now(), now()
  from generate_series(1, $2::int) as n`;

const CUSTOMERS = `
  insert into customers (company_id, environment, name, email, document, external_reference, active, created_at, updated_at)
  select $1::bigint, 'production',
    (array['Ana', 'João', 'Zuleide', 'Marcos', 'Íris', 'Conceição', 'Pedro', 'Lúcia'])[1 + n % 8] || ' ' || (array['Souza', 'Silva', 'Araújo'])[1 + n % 3],
    'cliente' || n || '@example.com',
    case when n = 4 then '11144477735' when n % 2 = 0 then lpad(n::text, 11, '0') end,
    case when n % 2 = 0 then 'client-' || n end, true, now(), now()
  from generate_series(1, $2::int) as n`;

/**
 * Old ones are paid or expired, of the new ones half are open; the newest was made three hours before the last
 * midnight.
 */
const INVOICES = `
  insert into invoices (company_id, environment, customer_id, status, version, event_sequence, payment_method, checkout_hash, subtotal_cents, total_cents, amount_paid_cents, amount_refunded_cents, external_reference, due_date, abandonment_at, paid_at, created_at, updated_at)
  select $1::bigint, 'production', c.first + (n - 1) % $2::int, s.status, 1, 1,
    (array['pix', 'pix', 'boleto', 'card'])[1 + n % 4], 'bench-' || $1::bigint || '-' || n, 1000 + n, 1000 + n,
    case when s.status = 'paid' then 1000 + n else 0 end, 0, 'order-' || n,
    case when n % 4 = 2 then (t.at at time zone '${TIME_ZONE}')::date + 3 end, t.at,
    case when s.status = 'paid' then t.at + interval '1 minute' end, t.at, t.at
  from (select min(id) as first from customers where company_id = $1) as c,
    (select date_trunc('day', now(), '${TIME_ZONE}') - interval '3 hours' as last) as e,
    generate_series(1, $3::int) as n,
    lateral (select case when n > $3 * 0.9 and n % 2 = 0 then 'open' when n % 20 = 0 then 'expired' else 'paid' end as status) as s,
    lateral (select e.last - ($3 - n) * (interval '1 day' / $4::int) as at) as t`;

const ENDPOINT = `
  insert into webhook_endpoints (company_id, environment, url, events, secret, created_at, updated_at)
  values ($1, 'production', 'https://store.example/hooks', array['*'], 'none', now(), now())`;

const AUDIT = `
  insert into audit_entries (company_id, environment, person_id, actor, action, subject, address, user_agent, created_at)
  select $1::bigint, 'production', p.id, p.email, (array['createProduct', 'cancelInvoice', 'updateProduct'])[1 + n % 3],
    'product ' || n, '10.0.0.1', 'Mozilla/5.0', now() - ($2::int - n) * interval '1 minute'
  from generate_series(1, $2::int) as n, people as p`;

const SUBSCRIPTIONS = `
  insert into subscriptions (company_id, environment, customer_id, status, version, event_sequence, payment_method, "interval", interval_count, anchor_day, origin_date, start_date, next_due_date, chargeable_from, period_ends_on, days_before_due, created_at, updated_at)
  select $1::bigint, 'production', c.first + n, case when n % 10 = 0 then 'paused' else 'active' end, 1, 1,
    case when n % 2 = 0 then 'card' else 'pix' end, 'month', 1, 1 + n % 28, t.day, t.day, t.day, t.day, t.day, 5, now(), now()
  from generate_series(1, $2::int) as n, (select min(id) as first from customers where company_id = $1) as c,
    (select current_date + 300 as day) as t`;

const SUBSCRIPTION_ITEMS = `
  insert into subscription_items (subscription_id, product_id, position, name, quantity, unit_price_cents)
  select id, (select min(id) from products where company_id = $1), 1, 'Pão nº 1', 1, 1000 from subscriptions
  where company_id = $1`;

/** The second parameter of this one and of those below: the first invoice that gets one. */
const INVOICE_ITEMS = `
  insert into invoice_items (invoice_id, product_id, position, name, quantity, unit_price_cents)
  select id, (select min(id) from products where company_id = $1), 1, 'Pão nº 1', 1, total_cents from invoices
  where company_id = $1 and id >= $2 order by id`;

const ATTEMPTS = `
  insert into payment_attempts (company_id, environment, invoice_id, number, method, state, amount_cents, gateway, gateway_charge_id, registered_at, refusal_reason, created_at, updated_at)
  select company_id, environment, id, 1, payment_method,
    case when status = 'paid' then 'paid' when id % 10 = 0 then 'refused' else 'pending' end, total_cents, 'sandbox',
    'charge-' || id, created_at, case when status <> 'paid' and id % 10 = 0 then 'card_declined' end, created_at, created_at
  from invoices where company_id = $1 and id >= $2 order by id`;

const PAYMENTS = `
  insert into payments (company_id, environment, invoice_id, attempt_id, method, gateway, gateway_payment_id, amount_cents, paid_at, created_at)
  select company_id, environment, invoice_id, id, method, gateway, 'payment-' || id, amount_cents, created_at, created_at
  from payment_attempts where company_id = $1 and invoice_id >= $2 and state = 'paid' order by id`;

const EVENTS = `
  insert into events (company_id, environment, type, resource_type, resource_id, sequence, body, created_at)
  select company_id, environment, t.type, 'invoice', id, 1,
    json_build_object('event', t.type, 'company_id', company_id, 'environment', environment, 'created_at', created_at,
      'sequence', 1, 'data', json_build_object('invoice_id', id, 'status', status, 'total', total_cents / 100.0,
      'external_reference', external_reference))::text, created_at
  from invoices, lateral (select case when id % 10 = 0 then 'invoice.updated' else 'invoice.created' end as type) as t
  where company_id = $1 and id >= $2 order by id`;

const DELIVERIES = `
  insert into webhook_deliveries (company_id, environment, event_id, endpoint_id, resource_type, resource_id, state, attempts, created_at, completed_at)
  select company_id, environment, id, (select min(id) from webhook_endpoints where company_id = $1), resource_type,
    resource_id, case when resource_id % 50 = 0 then 'failed' else 'delivered' end, 1, created_at,
    created_at + interval '1 second'
  from events where company_id = $1 and resource_id >= $2 order by id`;
