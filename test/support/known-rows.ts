import type { TestDatabase } from './database.ts';

type Row = Record<string, unknown>;

/** Rows of one store that statistics count, written as they are told: no use case chooses a moment of theirs. */
export interface KnownRows {
  /** An invoice; moments are ISO 8601, and null where it has not come so far. */
  invoice(fields: { createdAt: string; openedAt?: string; startedAt?: string; paidAt?: string } & Row): Promise<number>;
  /** A payment, with its attempt and its invoice, which is created at the same moment. */
  payment(fields: { paidAt: string; amountCents: number; method?: string; refundedCents?: number }): Promise<void>;
  /** An attempt that was refused, unless `state` says otherwise, with its invoice. */
  refusal(fields: { at: string; reason: string | null; state?: string }): Promise<void>;
  /** A delivery of an event of a new invoice. */
  delivery(fields: { completedAt: string | null; state: string }): Promise<void>;
}

let made = 0;
const unique = () => `known-${process.pid}-${++made}`;

export function knownRows(
  database: TestDatabase,
  { companyId, environment = 'sandbox' }: { companyId: number; environment?: 'production' | 'sandbox' },
): KnownRows {
  const insert = (table: string, row: Row) =>
    insertRow(database, table, { company_id: companyId, environment, ...row });
  let customer: Promise<number> | undefined;
  let endpoint: Promise<number> | undefined;
  const rows: KnownRows = {
    async invoice({ createdAt, openedAt, startedAt, paidAt, ...columns }) {
      const times = { created_at: createdAt, updated_at: createdAt };
      customer ??= insert('customers', { name: 'Known', email: 'known@example.com', ...times });
      return insert('invoices', {
        ...invoiceRow(createdAt, 10_000),
        ...{ customer_id: await customer, status: paidAt ? 'paid' : 'open', amount_paid_cents: paidAt ? 10_000 : 0 },
        ...{ checkout_opened_at: openedAt, checkout_started_at: startedAt, paid_at: paidAt },
        ...columns,
      });
    },
    async payment({ paidAt, amountCents, method = 'pix', refundedCents = 0 }) {
      const amounts = { subtotal_cents: amountCents, total_cents: amountCents, amount_paid_cents: amountCents };
      const invoiceId = await rows.invoice({ createdAt: paidAt, paidAt, ...amounts });
      const attemptId = await insert('payment_attempts', attemptRow({ invoiceId, method, state: 'paid', at: paidAt }));
      await insert('payments', {
        ...{ invoice_id: invoiceId, attempt_id: attemptId, gateway: 'sandbox', gateway_payment_id: unique() },
        ...{ amount_cents: amountCents, amount_refunded_cents: refundedCents, paid_at: paidAt, created_at: paidAt },
      });
    },
    async refusal({ at, reason, state = 'refused' }) {
      const invoiceId = await rows.invoice({ createdAt: at, status: 'refused' });
      const attempt = attemptRow({ invoiceId, method: 'card', state, at });
      await insert('payment_attempts', { ...attempt, refusal_reason: reason });
    },
    async delivery({ completedAt, state }) {
      const at = completedAt ?? new Date(0).toISOString();
      const times = { created_at: at, updated_at: at };
      endpoint ??= insert('webhook_endpoints', { url: 'https://a.example', events: ['*'], secret: 'none', ...times });
      const resource = { resource_type: 'invoice', resource_id: await rows.invoice({ createdAt: at }) };
      const event = { ...resource, type: 'invoice.created', sequence: 1, body: '{}', created_at: at };
      await insert('webhook_deliveries', {
        ...{ ...resource, event_id: await insert('events', event), endpoint_id: await endpoint },
        ...{ state, attempts: 1, created_at: at, completed_at: completedAt },
      });
    },
  };
  return rows;
}

function invoiceRow(createdAt: string, totalCents: number): Row {
  return {
    ...{ version: 1, event_sequence: 1, payment_method: 'pix', checkout_hash: unique() },
    ...{ subtotal_cents: totalCents, total_cents: totalCents, amount_refunded_cents: 0 },
    ...{ abandonment_at: createdAt, created_at: createdAt, updated_at: createdAt },
  };
}

function attemptRow(fields: { invoiceId: number; method: string; state: string; at: string }): Row {
  const { invoiceId, method, state, at } = fields;
  return {
    ...{ invoice_id: invoiceId, number: 1, method, state, amount_cents: 10_000, gateway: 'sandbox' },
    ...{ created_at: at, updated_at: at },
  };
}

async function insertRow(database: TestDatabase, table: string, row: Row): Promise<number> {
  const columns = Object.entries(row).filter(([, value]) => value !== undefined);
  const [inserted] = await database.query<{ id: string }>(
    `insert into ${table} (${columns.map(([name]) => name).join(', ')})
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    columns.map(([, value]) => value),
  );
  return Number(inserted!.id);
}
