import type { EntityManager } from '@mikro-orm/postgresql';
import { storeTimeOf } from '../accounts/companies/store-clock.ts';
import type { StoreTime } from '../base/time/store-time.ts';
import { runAlone } from '../base/db/prepared-statements.ts';
import type { EventType } from '../events/event-types.ts';
import { orderDelivery, type DeliveryFacts, type DeliveryPolicy } from '../webhooks/order-delivery.ts';
import { MOST_DELIVERIES_OF_INVOICE } from '../webhooks/webhook-delivery.entity.ts';
import { nextDeadline } from './deadline.ts';
import type { InvoiceFacts, InvoiceNews } from './invoice-news.ts';
import type { Invoice } from './invoice.entity.ts';
import { READ_NEWS } from './read-invoice-news.sql.ts';

/**
 * The row of an invoice in the statement's answer: JSON, so times are ISO 8601. Lists are null where they are empty.
 */
interface NewsRow {
  /** Microseconds since 1970, as text. */
  read_at: string;
  invoice: InvoiceColumns;
  facts: InvoiceFacts;
  policy: DeliveryPolicy;
  /** Null where the store has real time. */
  clock_at: string | null;
  /** The charges with work left at the gateway, by number. */
  charges:
    | { id: number; state: 'pending' | 'canceled'; isRegistered: boolean; isCompanion: boolean; isHeld: boolean }[]
    | null;
  refunds: { id: number; isHeld: boolean }[] | null;
  /** The disputes whose answers are on their way. */
  answers: { id: number; isHeld: boolean }[] | null;
  /** The messages that are to be sent, or were being sent when a process ended. */
  messages: number[] | null;
  /** The first hundred and one. */
  deliveries: (Times<DeliveryFacts, 'nextAttemptAt'> & { event: EventType })[] | null;
}

type InvoiceColumns = Times<
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
    | 'reminderStep'
    | 'reminderAt'
    | 'disputeDueAt'
  >,
  'pixExpiresAt' | 'overdueAt' | 'expiresAt' | 'abandonmentAt' | 'reminderAt' | 'disputeDueAt'
>;
type Times<T, Key extends keyof T> = { [K in keyof T]: K extends Key ? string | Extract<T[K], null> : T[K] };

/**
 * Reads the present state of some invoices and the work that is still due for them: one statement whatever their
 * number, and so one snapshot, in which a version never comes with the work of another.
 */
export async function readInvoiceNews(em: EntityManager, invoiceIds: number[]): Promise<InvoiceNews[]> {
  const rows = await runAlone<NewsRow>(em, READ_NEWS, [invoiceIds]);
  return rows.map(toNews);
}

function toNews(row: NewsRow): InvoiceNews {
  const { read_at, invoice, facts, policy, clock_at, charges, refunds, answers, messages, deliveries } = row;
  const time = storeTimeOf(toDate(clock_at));
  const { id: invoiceId, companyId, environment, version, status, paymentMethod } = invoice;
  return {
    ...{ invoiceId, companyId, environment, version, readAt: Number(read_at), status, paymentMethod },
    ...{ facts, ...time },
    ...chargeDuties(invoice, (charges ?? []).filter(isFree)),
    refundsToMake: (refunds ?? []).filter(isFree).map(({ id }) => id),
    ...(answers && { disputesToAnswer: answers.filter(isFree).map(({ id }) => id) }),
    ...(messages && { messagesToSend: messages }),
    ...([...(charges ?? []), ...(refunds ?? []), ...(answers ?? [])].every(isFree) ? {} : { isHeldAtGateway: true }),
    deadline: nextDeadline({
      ...{ status, paymentMethod, abandonmentAt: new Date(invoice.abandonmentAt) },
      pixExpiresAt: toDate(invoice.pixExpiresAt),
      overdueAt: toDate(invoice.overdueAt),
      expiresAt: toDate(invoice.expiresAt),
      reminderStep: invoice.reminderStep,
      reminderAt: toDate(invoice.reminderAt),
      disputeDueAt: toDate(invoice.disputeDueAt),
    }),
    ...deliveryDuties(deliveries ?? [], { policy, time }),
  };
}

function isFree({ isHeld }: { isHeld: boolean }): boolean {
  return !isHeld;
}

function deliveryDuties(
  deliveries: NonNullable<NewsRow['deliveries']>,
  { policy, time }: { policy: DeliveryPolicy; time: StoreTime },
): Pick<InvoiceNews, 'deliveries' | 'hasMoreDeliveries'> {
  return {
    deliveries: deliveries
      .slice(0, MOST_DELIVERIES_OF_INVOICE)
      .map(({ event, nextAttemptAt, ...facts }) =>
        orderDelivery({ ...facts, nextAttemptAt: toDate(nextAttemptAt) }, { event, policy, time }),
      ),
    hasMoreDeliveries: deliveries.length > MOST_DELIVERIES_OF_INVOICE,
  };
}

function chargeDuties(
  { status }: Pick<InvoiceColumns, 'status'>,
  charges: NonNullable<NewsRow['charges']>,
): Pick<InvoiceNews, 'chargeToRegister' | 'chargesToCancel'> {
  const payable = status === 'open' || status === 'refused';
  const isOwed = payable || status === 'pending' || status === 'overdue';
  const unregistered = charges.find(
    ({ state, isCompanion }) => state === 'pending' && (isCompanion ? isOwed : payable),
  );
  // The gateway was asked for this charge, and nobody knows the outcome: a charge that the gateway has must be known to
  // be canceled.
  const unknown = charges.find(({ state, isRegistered }) => state === 'canceled' && !isRegistered);
  return {
    chargeToRegister: unregistered?.id ?? unknown?.id ?? null,
    chargesToCancel: charges
      .filter(({ state, isRegistered }) => state === 'canceled' && isRegistered)
      .map(({ id }) => id),
  };
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
