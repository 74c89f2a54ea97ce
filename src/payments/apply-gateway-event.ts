import type { EntityManager } from '@mikro-orm/postgresql';
import { readShownClock } from '../accounts/companies/store-clock.ts';
import { changeInvoice, type InvoiceChange } from '../invoices/change-invoice.ts';
import type { Store } from '../base/environment.ts';
import { runPrepared } from '../base/db/prepared-statements.ts';
import { Refund } from '../invoices/refund.entity.ts';
import { noteRefundElsewhere } from './refunds/note-refund-elsewhere.ts';
import { settleRefund, type RefundOutcome } from './refunds/settle-refund.ts';
import { noteDispute } from './disputes/note-dispute.ts';
import { isBookable, type GatewayEvent, type PaymentFee } from '../gateways/payment-gateway.ts';
import { noteFee } from './note-fee.ts';
import type { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import { Payment } from '../invoices/payment.entity.ts';
import { receiveMoney } from './receive-money.ts';
import { refuseAttempt } from './refuse-attempt.ts';
import { FIND_ATTEMPT } from './apply-gateway-event.sql.ts';

export type GatewayEventOutcome =
  | 'applied'
  | 'nothing_to_do'
  | 'unknown_attempt'
  | 'unknown_payment'
  | 'unknown_refund'
  | 'unknown_mandate'
  | 'unknown_store'
  // Stored and not booked: the comparison of the books tells the store.
  | 'foreign_currency';

/** An attempt, refund or payment of ours, of which a gateway speaks. */
export type EventSubject = Pick<PaymentAttempt, 'id' | 'invoiceId' | 'companyId' | 'environment'> & {
  /** As `Clock.now` takes it, where the clock was read with the subject. */
  clockAt?: Date | null;
};

/** An event of an invoice. */
export type InvoiceGatewayEvent = Exclude<GatewayEvent, { type: 'mandate' | 'payout' }>;

/** The content of a callback. Its store is null for the gateway that all stores share. */
export interface CallbackContent {
  gateway: string;
  store: Store | null;
  event: GatewayEvent;
}

/** The outcome of an event whose subject is not found. */
export const UNKNOWN: Record<InvoiceGatewayEvent['type'], GatewayEventOutcome> = {
  payment_confirmed: 'unknown_attempt',
  payment_refused: 'unknown_attempt',
  refund_confirmed: 'unknown_refund',
  refund_refused: 'unknown_refund',
  refund_made_elsewhere: 'unknown_payment',
  dispute: 'unknown_payment',
  payment_priced: 'unknown_payment',
};

/**
 * Applies an event of a gateway to its subject, once: in any order, and however often the gateway sends it.
 *
 * @param at the moment it is applied, in the store's time
 * @param note writes more in the same transaction once the outcome is known
 */
export async function applyGatewayEvent(
  em: EntityManager,
  { subject, event, at }: { subject: EventSubject; event: InvoiceGatewayEvent; at: Date },
  note: (tx: EntityManager, outcome: GatewayEventOutcome) => Promise<void>,
): Promise<GatewayEventOutcome> {
  return changeInvoice(em, { invoiceId: subject.invoiceId, at, dispatch: 'outbox' }, async (change) => {
    const outcome = await decide(change, subject, event);
    await note(change.tx, outcome);
    return outcome;
  });
}

async function decide(
  change: InvoiceChange,
  subject: EventSubject,
  event: InvoiceGatewayEvent,
): Promise<GatewayEventOutcome> {
  if ('amountCents' in event && !isBookable(event)) return 'foreign_currency';
  switch (event.type) {
    case 'refund_confirmed':
    case 'refund_refused':
      return decideRefund(change, event);
    case 'refund_made_elsewhere':
      return noteRefundElsewhere(change, subject, event);
    case 'dispute':
      return noteDispute(change, subject, event);
    case 'payment_priced':
      return priceOf(change, subject, event);
    case 'payment_confirmed':
    case 'payment_refused':
      return decideAttempt(change, event);
  }
}

async function priceOf(change: InvoiceChange, { id }: EventSubject, fee: PaymentFee): Promise<GatewayEventOutcome> {
  const payment = await change.tx.findOneOrFail(Payment, id);
  return noteFee(change, payment, fee) ? 'applied' : 'nothing_to_do';
}

type AttemptEvent = Extract<GatewayEvent, { attemptId: number }>;

function decideAttempt(change: InvoiceChange, event: AttemptEvent): GatewayEventOutcome | Promise<GatewayEventOutcome> {
  const attempt =
    findDebited(change.attempts, event.attemptId) ?? change.attempts.find(({ id }) => id === event.attemptId)!;
  if (event.type === 'payment_confirmed') return receiveMoney(change, attempt, event);
  if (!isOfItsCharge(attempt, event)) return 'nothing_to_do';
  return refuseAttempt(change, attempt, event.reason) ? 'applied' : 'nothing_to_do';
}

/** A debit that failed is tried again as the same charge: its gateway names the first attempt. */
function findDebited(attempts: PaymentAttempt[], attemptId: number): PaymentAttempt | undefined {
  return attempts.find(({ retriesAttemptId, state }) => retriesAttemptId === attemptId && state === 'pending');
}

/**
 * Money counts whatever charge brought it; a refusal only of the charge that the payer was given. While its
 * registration is under way, that its charge was canceled is our own doing, and its answer says what is to be said.
 */
function isOfItsCharge(
  { gatewayChargeId, registeredAt }: PaymentAttempt,
  { chargeId, reason }: Extract<GatewayEvent, { type: 'payment_refused' }>,
): boolean {
  if (chargeId === undefined) return true;
  if (gatewayChargeId !== null && gatewayChargeId !== chargeId) return false;
  return registeredAt !== null || reason !== 'canceled_at_gateway';
}

type RefundEvent = Extract<GatewayEvent, { refundId: number }>;

/**
 * The attempt, refund or payment of ours that a gateway speaks of; null where it is not ours, another gateway's, or of
 * a store for which this one does not speak.
 */
export async function findSubject(
  em: EntityManager,
  { gateway, store, event }: Omit<CallbackContent, 'event'> & { event: InvoiceGatewayEvent },
): Promise<EventSubject | null> {
  const tx = em.fork();
  const whose = store ? { companyId: store.companyId, environment: store.environment } : {};
  switch (event.type) {
    case 'payment_confirmed':
    case 'payment_refused':
      return findAttempt(tx, { gateway, store, event });
    case 'refund_confirmed':
    case 'refund_refused': {
      const refund = await tx.findOne(Refund, { id: event.refundId, ...whose });
      return refund && (await tx.findOne(Payment, { id: refund.paymentId, gateway })) && refund;
    }
    case 'refund_made_elsewhere':
    case 'payment_priced':
    case 'dispute':
      return tx.findOne(Payment, { gateway, gatewayPaymentId: event.paymentId, ...whose });
  }
}

interface AttemptRow {
  id: string;
  invoice_id: string;
  company_id: string;
  environment: Store['environment'];
  clock_at: string | null;
}

async function findAttempt(
  tx: EntityManager,
  { gateway, store, event }: CallbackContent & { event: AttemptEvent },
): Promise<EventSubject | null> {
  const values = [event.attemptId, gateway, store?.companyId ?? null, store?.environment ?? null];
  const [row] = await runPrepared<AttemptRow>(tx, FIND_ATTEMPT, values);
  if (!row) return null;
  const { id, invoice_id: invoiceId, company_id: companyId, environment } = row;
  const clockAt = readShownClock(row.clock_at);
  return { id: Number(id), invoiceId: Number(invoiceId), companyId: Number(companyId), environment, clockAt };
}

async function decideRefund(change: InvoiceChange, event: RefundEvent): Promise<GatewayEventOutcome> {
  const refund = await change.tx.findOneOrFail(Refund, event.refundId);
  const confirmed = event.type === 'refund_confirmed';
  if (confirmed) refund.gatewayRefundId ??= event.gatewayRefundId;
  const outcome: RefundOutcome = confirmed
    ? { succeeded: true, unlessFailed: event.unlessFailed ?? false }
    : { succeeded: false, reason: event.reason };
  return (await settleRefund(change, refund, outcome)) ? 'applied' : 'nothing_to_do';
}
