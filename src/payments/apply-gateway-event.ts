import type { EntityManager } from '@mikro-orm/postgresql';
import { changeInvoice, type InvoiceChange } from '../invoices/change-invoice.ts';
import type { Store } from '../base/environment.ts';
import { prepared, runPrepared } from '../base/db/prepared-statements.ts';
import type { Company } from '../accounts/companies/company.entity.ts';
import {
  amountDueCents,
  amountsOf,
  balanceTrigger,
  netPaidCents,
  overpaidCents,
  quoteOf,
} from '../invoices/amount-due.ts';
import type { Quote } from '../banking/amounts.ts';
import { storeToday } from '../invoices/due-dates.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';
import { fromCents } from '../base/money/money.ts';
import { Refund } from '../invoices/refund.entity.ts';
import { noteRefundElsewhere } from './refunds/note-refund-elsewhere.ts';
import { settleRefund, type RefundOutcome } from './refunds/settle-refund.ts';
import { noteDispute } from './disputes/note-dispute.ts';
import { isBookable, type GatewayEvent, type ReceivedMoney } from '../gateways/payment-gateway.ts';
import { askForRest } from '../invoices/ask-for-rest.ts';
import { cancelPendingAttempts, endAttempt } from '../invoices/end-attempt.ts';
import { asksFixedAmount } from './fixed-amount.ts';
import type { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import { Payment } from '../invoices/payment.entity.ts';
import { refuseAttempt } from './refuse-attempt.ts';

export type GatewayEventOutcome =
  | 'applied'
  | 'nothing_to_do'
  | 'unknown_attempt'
  | 'unknown_payment'
  | 'unknown_refund'
  // Stored and not booked: the comparison of the books tells the store.
  | 'foreign_currency';

/** An attempt, refund or payment of ours, of which a gateway speaks. */
export type EventSubject = Pick<PaymentAttempt, 'id' | 'invoiceId' | 'companyId' | 'environment'>;

/** The words of a gateway, and the store for which it can speak: null for the gateway that all stores share. */
export interface GatewayWord {
  gateway: string;
  store: Store | null;
  event: GatewayEvent;
}

/** The outcome of an event whose subject is not found. */
export const UNKNOWN: Record<GatewayEvent['type'], GatewayEventOutcome> = {
  payment_confirmed: 'unknown_attempt',
  payment_refused: 'unknown_attempt',
  refund_confirmed: 'unknown_refund',
  refund_refused: 'unknown_refund',
  refund_made_elsewhere: 'unknown_payment',
  dispute: 'unknown_payment',
};

/**
 * Applies what a gateway said, once, whatever the order and however often it says so.
 *
 * @param at the moment it is applied, in the store's time
 */
export async function applyGatewayEvent(
  em: EntityManager,
  { gateway, store, event, at }: GatewayWord & { at: Date },
): Promise<GatewayEventOutcome> {
  const subject = await findSubject(em, { gateway, store, event });
  return subject ? applyToSubject(em, { subject, event, at }) : UNKNOWN[event.type];
}

/**
 * As `applyGatewayEvent`, with what the gateway speaks of.
 *
 * @param note what is to be done in the same transaction once the outcome is known
 */
export async function applyToSubject(
  em: EntityManager,
  { subject, event, at }: { subject: EventSubject; event: GatewayEvent; at: Date },
  note: (tx: EntityManager, outcome: GatewayEventOutcome) => Promise<void> = () => Promise.resolve(),
): Promise<GatewayEventOutcome> {
  return changeInvoice(em, { invoiceId: subject.invoiceId, at, dispatch: 'outbox' }, async (change) => {
    const outcome = await decide(change, subject, event);
    await note(change.tx, outcome);
    return outcome;
  });
}

async function decide(change: InvoiceChange, subject: EventSubject, event: GatewayEvent): Promise<GatewayEventOutcome> {
  if ('amountCents' in event && !isBookable(event)) return 'foreign_currency';
  switch (event.type) {
    case 'refund_confirmed':
    case 'refund_refused':
      return decideRefund(change, event);
    case 'refund_made_elsewhere':
      return noteRefundElsewhere(change, subject, event);
    case 'dispute':
      return noteDispute(change, subject, event);
    case 'payment_confirmed':
    case 'payment_refused':
      return decideAttempt(change, event);
  }
}

type AttemptEvent = Extract<GatewayEvent, { attemptId: number }>;

function decideAttempt(change: InvoiceChange, event: AttemptEvent): GatewayEventOutcome | Promise<GatewayEventOutcome> {
  const attempt = change.attempts.find(({ id }) => id === event.attemptId)!;
  if (event.type === 'payment_confirmed') return receiveMoney(change, attempt, event);
  if (!isOfItsCharge(attempt, event)) return 'nothing_to_do';
  return refuseAttempt(change, attempt, event.reason) ? 'applied' : 'nothing_to_do';
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
  { gateway, store, event }: GatewayWord,
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
    case 'dispute':
      return tx.findOne(Payment, { gateway, gatewayPaymentId: event.paymentId, ...whose });
  }
}

const FIND_ATTEMPT = prepared(
  'find_attempt_of_gateway',
  `select id, invoice_id, company_id, environment from payment_attempts
   where id = $1 and gateway = $2 and ($3::bigint is null or (company_id = $3 and environment = $4))`,
);

interface AttemptRow {
  id: string;
  invoice_id: string;
  company_id: string;
  environment: Store['environment'];
}

async function findAttempt(
  tx: EntityManager,
  { gateway, store, event }: GatewayWord & { event: AttemptEvent },
): Promise<EventSubject | null> {
  const values = [event.attemptId, gateway, store?.companyId ?? null, store?.environment ?? null];
  const [row] = await runPrepared<AttemptRow>(tx, FIND_ATTEMPT, values);
  if (!row) return null;
  const { id, invoice_id: invoiceId, company_id: companyId, environment } = row;
  return { id: Number(id), invoiceId: Number(invoiceId), companyId: Number(companyId), environment };
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

const FIND_MONEY = prepared(
  'find_payment_of_gateway',
  `select id from payments
   where company_id = $1 and environment = $2 and gateway = $3 and gateway_payment_id = $4`,
);

/** Money is never dropped: whatever the status, it is recorded as a payment of its own and announced. */
export async function receiveMoney(
  change: InvoiceChange,
  attempt: PaymentAttempt,
  money: ReceivedMoney,
): Promise<GatewayEventOutcome> {
  const { tx, invoice, company, attempts, at, apply, emit } = change;
  if (!isBookable(money)) return 'foreign_currency';
  const { companyId, environment, id: invoiceId } = invoice;
  const sameMoney = { companyId, environment, gateway: attempt.gateway, gatewayPaymentId: money.paymentId };
  const known = await runPrepared(tx, FIND_MONEY, [companyId, environment, attempt.gateway, money.paymentId]);
  if (known.length > 0) return 'nothing_to_do';

  const paidAt = new Date(money.paidAt);
  tx.create(Payment, {
    ...sameMoney,
    invoiceId,
    attemptId: attempt.id,
    amountCents: money.amountCents,
    paidAt,
    createdAt: at,
  });
  invoice.amountPaidCents += money.amountCents;
  const details = { attempt_id: attempt.id, amount: fromCents(money.amountCents) };
  const settlement = findSettlement(invoice, company, { attempt, paidAt });
  const confirmed = settlement !== null && apply('paid_in_full');
  // The first payment in full fixes the amount due; days and later money change it no more.
  if (confirmed && !invoice.paidAt) Object.assign(invoice, amountsOf(settlement));
  if (confirmed || money.amountCents >= attempt.amountCents) endAttempt(attempt, 'paid', at);
  if (confirmed) {
    invoice.paidAt = paidAt;
    // A paid invoice must not be paid again by another charge of its own.
    cancelPendingAttempts(attempts, at);
    emit('invoice.payment_confirmed', details);
  }
  const excessCents = overpaidCents(invoice);
  if (excessCents > 0) emit('invoice.overpaid', { ...details, amount_overpaid: fromCents(excessCents) });
  // Too little, or money for what was given back: the store must know.
  if (!confirmed && excessCents === 0) {
    if (invoice.paidAt) apply(balanceTrigger(invoice));
    else askForRest(change, { gateway: attempt.gateway, partlyPaid: attempt });
    const dueCents = amountDueCents(invoice, storeToday(paidAt, company));
    emit('invoice.updated', { ...details, amount_due: fromCents(dueCents) });
  }
  return 'applied';
}

/**
 * The amounts at which the invoice is settled, or null while something is missing: the amount due on the day of the
 * payment; or, for a Pix code, a card or a boleto to which no bank adds fees, which ask for a fixed amount, the amount
 * due when they were made.
 */
function findSettlement(
  invoice: Invoice,
  company: Company,
  { attempt, paidAt }: { attempt: PaymentAttempt; paidAt: Date },
): Quote | null {
  const moments = asksFixedAmount(attempt) ? [paidAt, attempt.createdAt] : [paidAt];
  const netCents = netPaidCents(invoice);
  const quotes = moments.map((moment) => quoteOf(invoice, storeToday(moment, company)));
  if (invoice.paidAt) return netCents >= invoice.totalCents ? quotes[0]! : null;
  return quotes.find(({ totalCents }) => netCents >= totalCents) ?? null;
}
