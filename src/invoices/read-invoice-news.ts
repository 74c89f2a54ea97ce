import type { EntityManager } from '@mikro-orm/postgresql';
import { prepared, runPrepared } from '../base/db/prepared-statements.ts';
import type { EventType } from '../events/event-types.ts';
import { orderDelivery, type DeliveryFacts, type DeliveryPolicy } from '../webhooks/order-delivery.ts';
import { isHeldAtGateway } from '../gateways/held-work.ts';
import { MOST_DELIVERIES_OF_INVOICE } from '../webhooks/webhook-delivery.entity.ts';
import { nextDeadline } from './deadline.ts';
import type { InvoiceNews } from './invoice-news.ts';
import type { Invoice } from './invoice.entity.ts';

/**
 * The row of an invoice in the statement's answer: JSON, so times are ISO 8601. Lists are null where they are empty.
 */
interface NewsRow {
  /** Microseconds since 1970, as text. */
  read_at: string;
  invoice: InvoiceFacts;
  policy: DeliveryPolicy;
  /** The charges with work left at the gateway, by number. */
  charges: { id: number; state: 'pending' | 'canceled'; isRegistered: boolean; isHeld: boolean }[] | null;
  refunds: { id: number; isHeld: boolean }[] | null;
  /** The first hundred and one. */
  deliveries: (Times<DeliveryFacts, 'nextAttemptAt'> & { event: EventType })[] | null;
}

type InvoiceFacts = Times<
  Pick<
    Invoice,
    | 'id'
    | 'companyId'
    | 'environment'
    | 'version'
    | 'status'
    | 'paymentMethod'
    | 'pixExpiresAt'
    | 'overdueAt'
    | 'expiresAt'
    | 'abandonmentAt'
  >,
  'pixExpiresAt' | 'overdueAt' | 'expiresAt' | 'abandonmentAt'
>;
type Times<T, Key extends keyof T> = { [K in keyof T]: K extends Key ? string | Extract<T[K], null> : T[K] };

const READ_NEWS = prepared(
  'read_invoice_news',
  // The time of the statement is that of its arrival, before PostgreSQL takes the snapshot that the statement reads.
  `select (extract(epoch from statement_timestamp()) * 1000000)::bigint as read_at,
    json_build_object('id', i.id, 'companyId', i.company_id, 'environment', i.environment, 'version', i.version,
      'status', i.status, 'paymentMethod', i.payment_method, 'pixExpiresAt', i.pix_expires_at,
      'overdueAt', i.overdue_at, 'expiresAt', i.expires_at, 'abandonmentAt', i.abandonment_at) as invoice,
    json_build_object('webhookRetries', c.webhook_retries,
      'webhookRetryIntervalSeconds', c.webhook_retry_interval_seconds,
      'webhookRetryStrategy', c.webhook_retry_strategy,
      'webhookRetryMaxIntervalSeconds', c.webhook_retry_max_interval_seconds) as policy,
    (select json_agg(json_build_object('id', a.id, 'state', a.state,
       'isRegistered', a.registered_at is not null, 'isHeld', ${isHeldAtGateway('a')}) order by a.number)
     from payment_attempts a
     where a.invoice_id = i.id and ((a.state = 'pending' and a.registered_at is null)
       or (a.state = 'canceled' and a.gateway_canceled_at is null
         and (a.registered_at is not null or a.gateway_account_id is not null)))) as charges,
    (select json_agg(json_build_object('id', r.id, 'isHeld', ${isHeldAtGateway('a')}) order by r.id)
     from refunds r join payments p on p.id = r.payment_id join payment_attempts a on a.id = p.attempt_id
     where r.invoice_id = i.id and r.state = 'pending' and r.requested_at is null) as refunds,
    (select json_agg(json_build_object('id', due.id, 'event', due.type, 'endpointId', due.endpoint_id,
       'attempts', due.attempts, 'attemptsBefore', due.attempts_before, 'nextAttemptAt', due.next_attempt_at,
       'runsIn', due.runs_in) order by due.attempts, due.id)
     from (
       select d.id, e.type, d.endpoint_id, d.attempts, d.attempts_before, d.next_attempt_at, d.runs_in
       from webhook_deliveries d
       -- What is held for a paused endpoint, or waits for a place, is told of when it is let go.
       join webhook_endpoints w on w.id = d.endpoint_id and w.paused_at is null
       join events e on e.id = d.event_id
       where d.resource_id = i.id and d.resource_type = 'invoice' and d.state = 'pending' and d.runs_in = 'invoice'
         and d.waits_since is null
       -- So many keep a signal under 20 kB. Fresh ones first: an old one that is retried for hours must not keep them out.
       order by d.attempts, d.id limit ${MOST_DELIVERIES_OF_INVOICE + 1}) due) as deliveries
  from invoices i join companies c on c.id = i.company_id
  where i.id = any ($1::bigint[])
  order by i.id`,
);

/**
 * Reads the present state of some invoices and the work that is still due for them: one statement whatever their
 * number, and so one snapshot, in which a version never comes with the work of another.
 */
export async function readInvoiceNews(em: EntityManager, invoiceIds: number[]): Promise<InvoiceNews[]> {
  const rows = await runPrepared<NewsRow>(em.fork(), READ_NEWS, [invoiceIds]);
  return rows.map(toNews);
}

function toNews({ read_at, invoice, policy, charges, refunds, deliveries }: NewsRow): InvoiceNews {
  const { id: invoiceId, companyId, environment, version, status, paymentMethod } = invoice;
  return {
    ...{ invoiceId, companyId, environment, version, readAt: Number(read_at), status, paymentMethod },
    ...chargeDuties(invoice, (charges ?? []).filter(isFree)),
    refundsToMake: (refunds ?? []).filter(isFree).map(({ id }) => id),
    ...([...(charges ?? []), ...(refunds ?? [])].every(isFree) ? {} : { isHeldAtGateway: true }),
    deadline: nextDeadline({
      ...{ status, paymentMethod, abandonmentAt: new Date(invoice.abandonmentAt) },
      pixExpiresAt: toDate(invoice.pixExpiresAt),
      overdueAt: toDate(invoice.overdueAt),
      expiresAt: toDate(invoice.expiresAt),
    }),
    ...deliveryDuties(deliveries ?? [], policy),
  };
}

function isFree({ isHeld }: { isHeld: boolean }): boolean {
  return !isHeld;
}

function deliveryDuties(
  deliveries: NonNullable<NewsRow['deliveries']>,
  policy: DeliveryPolicy,
): Pick<InvoiceNews, 'deliveries' | 'hasMoreDeliveries'> {
  return {
    deliveries: deliveries
      .slice(0, MOST_DELIVERIES_OF_INVOICE)
      .map(({ event, nextAttemptAt, ...facts }) =>
        orderDelivery({ ...facts, nextAttemptAt: toDate(nextAttemptAt) }, event, policy),
      ),
    hasMoreDeliveries: deliveries.length > MOST_DELIVERIES_OF_INVOICE,
  };
}

function chargeDuties(
  { status }: Pick<InvoiceFacts, 'status'>,
  charges: NonNullable<NewsRow['charges']>,
): Pick<InvoiceNews, 'chargeToRegister' | 'chargesToCancel'> {
  const payable = status === 'open' || status === 'refused';
  const unregistered = charges.find(({ state }) => state === 'pending');
  // The gateway was asked for this charge, and nobody knows the outcome: a charge that the gateway has must be known to
  // be canceled.
  const unknown = charges.find(({ state, isRegistered }) => state === 'canceled' && !isRegistered);
  return {
    chargeToRegister: (payable && unregistered?.id) || unknown?.id || null,
    chargesToCancel: charges
      .filter(({ state, isRegistered }) => state === 'canceled' && isRegistered)
      .map(({ id }) => id),
  };
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
