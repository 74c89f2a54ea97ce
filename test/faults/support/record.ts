import { Client, Connection } from '@temporalio/client';
import { invoiceWorkflowId } from '../../../src/outbox/workflow-ids.ts';
import { describeRun } from '../../support/running-workflows.ts';
import type { Platform } from './platform.ts';

export interface InvoiceRow {
  id: number;
  company_id: number;
  external_reference: string;
  status: string;
  paid: number;
  refunded: number;
  /** Sums of its entries in the product's own ledger. */
  ledger_paid: number;
  ledger_refunded: number;
  event_sequence: number;
  waits: boolean;
  /** Made by a subscription. */
  is_cycle: boolean;
  payments: number;
  refunds: number;
}

export interface EventRow {
  id: number;
  company_id: number;
  type: string;
  invoice_id: number;
  sequence: number;
  body: string;
}

export interface DeliveryRow {
  event_id: number;
  url: string;
  state: string;
  /** Attempts in the log. */
  logged: number;
}

/** All that the product has on record, in its own words. */
export interface ProductRecord {
  invoices: InvoiceRow[];
  events: EventRow[];
  deliveries: DeliveryRow[];
  /** Attempts that the record keeps as waiting for their payer, or for their gateway. */
  waitingAttempts: { id: number; invoice_id: number; state: string }[];
  /** Ids of those that go on. */
  subscriptions: number[];
  outbox: number;
  unappliedCallbacks: number;
  /** Ids of workflows that run, but for those that always do. */
  running: Set<string>;
}

export async function readRecord(platform: Platform): Promise<ProductRecord> {
  const { query } = platform;
  const running = await listRunning(platform.temporal);
  const invoices = await query<InvoiceRow>(
    `select i.id::int, i.company_id::int, i.external_reference, i.status, i.amount_paid_cents::int as paid,
       i.amount_refunded_cents::int as refunded, i.event_sequence, i.next_deadline_at is not null as waits,
       (select coalesce(-sum(amount_cents), 0)::int from ledger_entries e where e.invoice_id = i.id
         and account = 'receivable' and kind in ('payment', 'payment_reversed')) as ledger_paid,
       (select coalesce(sum(amount_cents), 0)::int from ledger_entries e where e.invoice_id = i.id
         and account = 'refunds' and kind in ('refund', 'refund_reversed')) as ledger_refunded,
       i.subscription_id is not null as is_cycle,
       (select count(*)::int from payments p where p.invoice_id = i.id) as payments,
       (select count(*)::int from refunds r where r.invoice_id = i.id) as refunds
     from invoices i`,
  );
  const events = await query<EventRow>(
    `select id::int, company_id::int, type, resource_id::int as invoice_id, sequence, body from events
     where resource_type = 'invoice'`,
  );
  const deliveries = await query<DeliveryRow>(
    `select d.event_id::int, w.url, d.state,
       (select count(*)::int from webhook_attempts a where a.delivery_id = d.id) as logged
     from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id`,
  );
  const waitingAttempts = await query<{ id: number; invoice_id: number; state: string }>(
    `select id::int, invoice_id::int, state from payment_attempts
     where state = 'pending' or (registered_at is null and gateway_canceled_at is null)`,
  );
  const subscriptions = await query<{ id: number }>(
    `select id::int from subscriptions where status not in ('canceled', 'ended')`,
  );
  const [left] = await query<{ outbox: number; callbacks: number }>(
    `select (select count(*)::int from outbox) as outbox,
       (select count(*)::int from gateway_callbacks where applied_at is null) as callbacks`,
  );
  const { outbox, callbacks: unappliedCallbacks } = left!;
  const goOn = subscriptions.map(({ id }) => id);
  return { invoices, events, deliveries, waitingAttempts, subscriptions: goOn, outbox, unappliedCallbacks, running };
}

async function listRunning({ address, namespace }: Platform['temporal']): Promise<Set<string>> {
  const connection = await Connection.connect({ address, connectTimeout: 5_000 });
  try {
    const running = new Set<string>();
    const client = new Client({ connection, namespace });
    const query = `ExecutionStatus = "Running" AND WorkflowType IN ("invoice", "webhookDelivery", "subscription")`;
    for await (const { workflowId } of client.workflow.list({ query })) running.add(workflowId);
    return running;
  } finally {
    await connection.close();
  }
}

const LAST_STEPS = 150;
const LAST_RUNS = 3;

/** Where its workflow stands: the last steps of its last runs, and the activities that they wait for. */
export async function describeWorkflow({ temporal }: Platform, invoiceId: number): Promise<string[]> {
  const connection = await Connection.connect({ address: temporal.address, connectTimeout: 5_000 });
  try {
    const { namespace } = temporal;
    const runs: { workflowId: string; runId: string }[] = [];
    const query = `WorkflowId = "${invoiceWorkflowId(invoiceId)}"`;
    for await (const { workflowId, runId } of new Client({ connection, namespace }).workflow.list({ query })) {
      runs.unshift({ workflowId, runId });
    }
    const told = runs
      .slice(-LAST_RUNS)
      .map((execution) => describeRun(connection.workflowService, { namespace, execution }, LAST_STEPS));
    return (await Promise.all(told)).flat();
  } catch (error) {
    return [String(error)];
  } finally {
    await connection.close();
  }
}

/** Describes the record of an invoice, for the reader of a check that failed. */
export async function describeInvoice({ query }: Platform, invoiceId: number): Promise<string[]> {
  const tell = async (what: string, sql: string): Promise<string[]> =>
    (await query<{ row: object }>(sql, [invoiceId])).map(({ row }) => `${what} ${JSON.stringify(row)}`);
  return [
    ...(await tell(
      'invoice',
      `select json_build_object('id', id, 'status', status, 'version', version, 'paid', amount_paid_cents,
         'refunded', amount_refunded_cents, 'deadline', next_deadline_at) as row from invoices where id = $1`,
    )),
    ...(await tell(
      'attempt',
      `select json_build_object('id', id, 'number', number, 'state', state, 'charge', gateway_charge_id, 'key',
         key_number, 'registered', registered_at, 'reason', refusal_reason) as row
       from payment_attempts where invoice_id = $1 order by id`,
    )),
    ...(await tell('payment', 'select to_json(p) as row from payments p where invoice_id = $1 order by id')),
    ...(await tell('refund', 'select to_json(r) as row from refunds r where invoice_id = $1 order by id')),
    ...(await tell(
      'event',
      `select json_build_object('id', id, 'type', type, 'sequence', sequence, 'at', created_at) as row
       from events where resource_type = 'invoice' and resource_id = $1 order by sequence`,
    )),
    ...(await tell(
      'delivery',
      `select json_build_object('event', d.event_id, 'endpoint', d.endpoint_id, 'state', d.state, 'begun',
         d.attempts_begun, 'next', d.next_attempt_at, 'waits', d.waits_since, 'runs', d.runs_in, 'log', (select json_agg(json_build_array(a.number, a.outcome,
         a.started_at, a.status_code) order by a.number) from webhook_attempts a where a.delivery_id = d.id)) as row
       from webhook_deliveries d where d.resource_type = 'invoice' and d.resource_id = $1 order by d.id`,
    )),
  ];
}
