import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { StoreGrant } from './authenticate.ts';
import type { InvoiceOrder } from './read-invoice-order.ts';
import { invalid } from './refusal.ts';

export interface CreatedInvoice {
  id: number;
  checkoutHash: string;
  totalCents: number;
  customer: CustomerRow;
  lines: PricedLine[];
  /** Null for a card, which is charged when the payer submits it. */
  attemptId: number | null;
  createdAt: Date;
}

export interface CustomerRow {
  id: string;
  name: string;
  email: string;
  document: string | null;
  phone: string | null;
  address: object | null;
  external_reference: string | null;
  metadata: Record<string, string>;
  active: boolean;
  created_at: Date;
  updated_at: Date;
}

export interface PricedLine {
  productId: number;
  name: string;
  quantity: number;
  unitPriceCents: number;
}

interface Draft {
  store: StoreGrant;
  order: InvoiceOrder;
  customer: CustomerRow;
  totalCents: number;
  at: Date;
}

const MAX_TOTAL_CENTS = 9_999_999_999;

/**
 * Writes an invoice with its lines, its first attempt, its `invoice.created` event, a delivery for each webhook that
 * subscribes to it, and the outbox entry: the rows that Fatura writes, in a transaction of the caller's.
 *
 * @throws Refusal 422
 */
export async function createInvoice(tx: PoolClient, store: StoreGrant, order: InvoiceOrder): Promise<CreatedInvoice> {
  const at = new Date();
  const gateway = await findGateway(tx, store);
  const customer = await findCustomer(tx, store, order.customerId);
  const lines = await priceLines(tx, store, order.lines);
  const totalCents = lines.reduce((total, line) => total + line.unitPriceCents * line.quantity, 0);
  if (totalCents < 1 || totalCents > MAX_TOTAL_CENTS) invalid('The total is not one that can be asked for.');
  const draft = { store, order, customer, totalCents, at };
  const checkoutHash = randomBytes(18).toString('base64url');

  await inIdOrder(tx, store, 'invoices');
  const id = await insertInvoice(tx, draft, checkoutHash);
  await insertLines(tx, id, lines);
  const attemptId = order.paymentMethod === 'pix' ? await insertAttempt(tx, draft, { invoiceId: id, gateway }) : null;
  await recordCreated(tx, draft, id);
  await tx.query('insert into outbox (invoice_id, claimable_at) values ($1, $2)', [id, new Date()]);
  return { id, checkoutHash, totalCents, customer, lines, attemptId, createdAt: at };
}

async function findGateway(tx: PoolClient, { companyId, environment }: StoreGrant): Promise<string> {
  const { rows } = await tx.query<{ gateway: string }>(
    'select gateway from gateway_accounts where company_id = $1 and environment = $2',
    [companyId, environment],
  );
  if (rows[0]) return rows[0].gateway;
  return environment === 'sandbox' ? 'sandbox' : invalid('This store has no gateway.');
}

async function findCustomer(tx: PoolClient, store: StoreGrant, id: number): Promise<CustomerRow> {
  const { rows } = await tx.query<CustomerRow>(
    `select id, name, email, document, phone, address, external_reference, metadata, active, created_at, updated_at
       from customers where id = $1 and company_id = $2 and environment = $3`,
    [id, store.companyId, store.environment],
  );
  if (!rows[0]) return invalid(`This store has no customer ${id}.`);
  if (!rows[0].active) return invalid(`Customer ${id} is archived.`);
  return rows[0];
}

async function priceLines(tx: PoolClient, store: StoreGrant, lines: InvoiceOrder['lines']): Promise<PricedLine[]> {
  const { rows } = await tx.query<{ id: string; name: string; price_cents: string; active: boolean }>(
    `select id, name, price_cents, active from products
      where id = any($1::bigint[]) and company_id = $2 and environment = $3`,
    [lines.map(({ productId }) => productId), store.companyId, store.environment],
  );
  const products = new Map(rows.map((row) => [Number(row.id), row]));
  return lines.map(({ productId, quantity }) => {
    const product = products.get(productId);
    if (!product) return invalid(`This store has no product ${productId}.`);
    if (!product.active) return invalid(`Product ${productId} is archived.`);
    return { productId, name: product.name, quantity, unitPriceCents: Number(product.price_cents) };
  });
}

/** Rows of a list become visible in the order of their ids, as Fatura promises to who reads on from the newest. */
async function inIdOrder(tx: PoolClient, { companyId, environment }: StoreGrant, list: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${list}:${companyId}:${environment}`]);
}

async function insertInvoice(
  tx: PoolClient,
  { store, order, totalCents, at }: Draft,
  checkoutHash: string,
): Promise<number> {
  const abandonmentAt = new Date(at.getTime() + store.abandonmentSeconds * 1_000);
  const { rows } = await tx.query<{ id: string }>(
    `insert into invoices (company_id, environment, customer_id, status, version, event_sequence, payment_method,
       checkout_hash, subtotal_cents, discount_cents, fine_cents, interest_cents, total_cents, amount_paid_cents,
       amount_refunded_cents, installments, description, external_reference, metadata, abandonment_at, next_deadline_at,
       created_at, updated_at)
     values ($1, $2, $3, 'open', 1, 1, $4, $5, $6, 0, 0, 0, $6, 0, 0, $7, $8, $9, $10, $11, $11, $12, $12)
     returning id`,
    [
      ...[store.companyId, store.environment, order.customerId, order.paymentMethod, checkoutHash, totalCents],
      ...[order.installments, order.description, order.externalReference, order.metadata, abandonmentAt, at],
    ],
  );
  return Number(rows[0]!.id);
}

async function insertLines(tx: PoolClient, invoiceId: number, lines: PricedLine[]): Promise<void> {
  await tx.query(
    `insert into invoice_items (invoice_id, product_id, position, name, quantity, unit_price_cents)
     select $1, line.* from unnest($2::bigint[], $3::int[], $4::text[], $5::int[], $6::bigint[]) as line`,
    [
      invoiceId,
      lines.map(({ productId }) => productId),
      lines.map((_, position) => position),
      lines.map(({ name }) => name),
      lines.map(({ quantity }) => quantity),
      lines.map(({ unitPriceCents }) => unitPriceCents),
    ],
  );
}

async function insertAttempt(
  tx: PoolClient,
  { store, order, totalCents, at }: Draft,
  { invoiceId, gateway }: { invoiceId: number; gateway: string },
): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into payment_attempts (company_id, environment, invoice_id, number, method, state, amount_cents, gateway,
       installments, is_off_session, created_at, updated_at)
     values ($1, $2, $3, 1, $4, 'pending', $5, $6, $7, false, $8, $8)
     returning id`,
    [
      ...[store.companyId, store.environment, invoiceId, order.paymentMethod, totalCents, gateway],
      ...[order.installments, at],
    ],
  );
  return Number(rows[0]!.id);
}

/** The event holds its own id, so that is taken first. */
async function recordCreated(tx: PoolClient, draft: Draft, invoiceId: number): Promise<void> {
  const { store, at } = draft;
  const endpoints = await tx.query<{ id: string }>(
    `select id from webhook_endpoints
      where company_id = $1 and environment = $2 and enabled and deleted_at is null
        and events && array['invoice.created', '*'] order by id`,
    [store.companyId, store.environment],
  );
  await inIdOrder(tx, store, 'events');
  const { rows } = await tx.query<{ id: string }>(`select nextval(pg_get_serial_sequence('events', 'id')) as id`);
  const eventId = Number(rows[0]!.id);
  await tx.query(
    `insert into events (id, company_id, environment, type, resource_type, resource_id, sequence, body, created_at)
     values ($1, $2, $3, 'invoice.created', 'invoice', $4, 1, $5, $6)`,
    [eventId, store.companyId, store.environment, invoiceId, bodyOf(draft, { eventId, invoiceId }), at],
  );
  if (endpoints.rows.length === 0) return;
  await tx.query(
    `insert into webhook_deliveries (company_id, environment, event_id, endpoint_id, resource_type, resource_id, runs_in,
       state, attempts, attempts_before, next_attempt_at, created_at)
     select $1, $2, $3, endpoint_id, 'invoice', $4, 'invoice', 'pending', 0, 0, $6, $6
       from unnest($5::bigint[]) as endpoint_id`,
    [store.companyId, store.environment, eventId, invoiceId, endpoints.rows.map(({ id }) => id), at],
  );
}

/** The bytes that every receiver gets. */
function bodyOf(
  { store, order, customer, totalCents, at }: Draft,
  { eventId, invoiceId }: { eventId: number; invoiceId: number },
): string {
  return JSON.stringify({
    id: eventId,
    event: 'invoice.created',
    company_id: store.companyId,
    environment: store.environment,
    created_at: at.toISOString(),
    sequence: 1,
    data: {
      invoice_id: invoiceId,
      status: 'open',
      previous_status: null,
      total: totalCents / 100,
      subtotal: totalCents / 100,
      ...{ discount_amount: 0, fine_amount: 0, interest_amount: 0, amount_paid: 0, amount_refunded: 0 },
      payment_method: order.paymentMethod,
      ...{ subscription_id: null, due_date: null },
      external_reference: order.externalReference,
      metadata: order.metadata,
      customer: { id: Number(customer.id), name: customer.name, email: customer.email },
      store: { id: store.companyId, name: store.companyName },
    },
  });
}
