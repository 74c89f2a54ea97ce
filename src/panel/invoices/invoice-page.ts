import type { Company } from '../../accounts/companies/company.entity.ts';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import { writeAmount } from '../adjustments.ts';
import { checkoutUrlOf } from '../../invoices/checkout-url.ts';
import type { SavedCard } from '../../catalog/cards/saved-card.entity.ts';
import { EXTERNAL_METHODS, METHODS } from '../../banking/payment-method.ts';
import { amountDueCents, isOwed, missingCents, netPaidCents, overpaidCents } from '../../invoices/amount-due.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import { MAX_DELIVERIES_SHOWN, type InvoiceRecord } from '../../invoices/read-invoice-record.ts';
import { mayBeReminded } from '../../invoices/next-reminder.ts';
import type { SandboxOutcome } from '../../invoices/payment.schema.ts';
import { nextStatus } from '../../invoices/state-machine.ts';
import { multiply } from '../../base/money/money.ts';
import type { PaymentAttempt } from '../../invoices/payment-attempt.entity.ts';
import { EXTERNAL, type Payment } from '../../invoices/payment.entity.ts';
import type { CommonWords } from '../common/common.words.ts';
import type { Formats } from '../formats.ts';
import type { invoicesWords } from './invoices.words.ts';
import { toneOf } from './tone.ts';
import { wordFor } from './word-for.ts';

interface PageContext {
  company: Company;
  /** The store's time. */
  now: Date;
  w: (typeof invoicesWords)['en'];
  t: CommonWords;
  f: Formats;
  href: (path: string) => string;
  publicUrl: string;
  language: PanelLanguage;
}

/** The outcomes that can be played on a sandbox invoice as it is now; the use case decides. */
export function simulationsOf({ invoice, payments, refunds }: InvoiceRecord): SandboxOutcome[] {
  const canBePaid = isOwed(invoice) || invoice.status === 'abandoned';
  const isDisputed = invoice.amountDisputedCents > 0;
  return [
    ...(canBePaid ? (['confirmed', 'refused'] as const) : []),
    ...(payments.length > 0 && !isDisputed ? (['disputed'] as const) : []),
    ...(isDisputed ? (['dispute_won', 'dispute_lost'] as const) : []),
    ...(refunds.some(({ state }) => state === 'pending' || state === 'succeeded') ? (['refund_refused'] as const) : []),
  ];
}

export type InvoiceAct =
  | ('remind' | 'hold' | 'resume' | 'cancel' | 'refund' | 'external' | 'reverse' | 'credit' | 'write_off')
  | ('reconcile' | 'retry' | 'resend' | 'charge_card');

/** A charge that is not registered by then has met a gateway that does not answer. */
const REGISTERED_AFTER_MS = 30_000;

/**
 * The acts that the state of an invoice allows; the use cases decide, and this is for not asking in vain.
 *
 * @param now the store's time
 */
export function actsOn(
  { invoice, payments, attempts, deliveries, cards }: InvoiceRecord & { cards: SavedCard[] },
  now: Date,
): InvoiceAct[] {
  const acts: InvoiceAct[] = [];
  const isLate = ({ state, registeredAt, createdAt }: PaymentAttempt): boolean =>
    state === 'pending' && registeredAt === null && now.getTime() - createdAt.getTime() > REGISTERED_AFTER_MS;
  const isWaiting = invoice.status === 'open' || invoice.status === 'refused';
  const isFree = isWaiting && !attempts.some(({ state }) => state === 'pending');
  if (isFree && cards.length > 0 && METHODS[invoice.paymentMethod].takesCardToken) acts.push('charge_card');
  if (attempts.some(isLate)) acts.push('retry');
  if (attempts.length > 0) acts.push('reconcile');
  if (deliveries.some(({ delivery }) => delivery.state === 'failed')) acts.push('resend');
  if (nextStatus(invoice.status, 'canceled_by_store') && netPaidCents(invoice) <= 0) acts.push('cancel');
  if (mayBeReminded(invoice)) acts.push('remind');
  if (isOwed(invoice)) {
    if (invoice.remindersHeldAt) acts.push('resume');
    else if (invoice.reminderStep !== null) acts.push('hold');
  }
  const ofGateways = payments.filter(({ payment }) => payment.gateway !== EXTERNAL);
  if (ofGateways.some(({ leftCents }) => leftCents > 0)) acts.push('refund');
  if (!invoice.paidAt && invoice.status !== 'canceled') acts.push('external');
  if (reversibleOf(payments).length > 0) acts.push('reverse');
  if (isOwed(invoice)) acts.push('credit');
  if (!invoice.paidAt && nextStatus(invoice.status, 'canceled_by_store')) acts.push('write_off');
  return acts;
}

/** The payments that the store may take back. */
function reversibleOf(payments: InvoiceRecord['payments']): Payment[] {
  return payments
    .map(({ payment }) => payment)
    .filter(({ gateway, reversedAt }) => gateway === EXTERNAL && reversedAt === null);
}

/** Everything that the page of an invoice says, in the reader's words, but for its timeline. */
export function presentInvoicePage(record: InvoiceRecord, context: PageContext): object {
  const { invoice, refunds } = record;
  const { w, t, f } = context;
  const tones = {
    ...{ pending: 'info', succeeded: 'good', failed: 'bad' },
    ...{ awaiting_approval: 'warn', rejected: 'plain' },
  } as const;
  return {
    status: { label: t.statuses[invoice.status], tone: toneOf(invoice.status) },
    total: f.money(invoice.totalCents),
    method: methodOf(record, context),
    disputed:
      invoice.amountDisputedCents > 0
        ? {
            text: w.disputedNotice(f.money(invoice.amountDisputedCents)),
            href: context.href(`/disputes?invoice_id=${invoice.id}`),
          }
        : null,
    overpaid: overpaidOf(record, context),
    // At the address of the panel, a visit by people of the store is known and does not count as the payer's.
    checkoutUrl: checkoutUrlOf(invoice, context.publicUrl),
    subscription: invoice.subscriptionId && {
      label: w.subscription(invoice.subscriptionId),
      href: context.href(`/subscriptions/${invoice.subscriptionId}`),
    },
    customer: {
      name: record.customer.name ?? t.erasedCustomer,
      href: context.href(`/customers/${record.customer.id}`),
    },
    facts: factsOf(record, context),
    lines: record.items.map(({ name, quantity, unitPriceCents }) => ({
      name,
      quantity: f.number(quantity),
      unitPrice: f.money(unitPriceCents),
      amount: f.money(multiply(unitPriceCents, quantity)),
    })),
    attempts: record.attempts.map((attempt) => presentAttempt(attempt, context)),
    payments: record.payments.map(({ payment }) => ({
      id: payment.id,
      amount: f.money(payment.amountCents),
      refunded: f.money(payment.amountRefundedCents),
      paidAt: f.moment(payment.paidAt),
      method: t.methods[payment.method],
      details: paymentDetails(payment, context),
    })),
    missing: f.money(missingCents(invoice, storeToday(context.now, context.company))),
    externalMethods: EXTERNAL_METHODS.map((value) => ({ value, label: t.methods[value] })),
    reversible: reversibleOf(record.payments).map(({ id, amountCents, paidAt }) => ({
      value: String(id),
      label: w.paymentChoice(id, f.money(amountCents), f.moment(paidAt)),
    })),
    waitingRefund: waitingRefundOf(record, context),
    refundable: refundableOf(record, context),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      paymentId: refund.paymentId,
      state: w.refundStates[refund.state],
      tone: tones[refund.state],
      amount: f.money(refund.amountCents),
      reason: refund.reason,
      failure: refund.failureReason && wordFor(w.timeline.reasons, refund.failureReason),
      createdAt: f.moment(refund.createdAt),
    })),
    areDeliveriesCut: record.deliveries.length >= MAX_DELIVERIES_SHOWN,
  };
}

/** The excess, and where it is given back; null where nothing came too much. */
/** The method by which it is charged, or was paid; while nobody has paid, also those that the payer may choose. */
function methodOf({ invoice }: InvoiceRecord, { w, t }: PageContext): string {
  const method = t.methods[invoice.paymentMethod];
  if (invoice.paymentMethods === null || !isOwed(invoice)) return method;
  return w.payerChooses(method, invoice.paymentMethods.map((one) => t.methods[one]).join(', '));
}

function overpaidOf(record: InvoiceRecord, context: PageContext): { text: string; refund: string | null } | null {
  const { invoice } = record;
  if (overpaidCents(invoice) <= 0) return null;
  const { excess } = refundableOf(record, context);
  const query = new URLSearchParams({ review: '1', amount: excess, reason: '' }).toString();
  return {
    text: context.w.overpaidNotice(context.f.money(overpaidCents(invoice))),
    refund: excess === '' ? null : context.href(`/invoices/${invoice.id}/refunds/new?${query}`),
  };
}

/** The price of a payment and the day of its money, or who took it and why it counts no more. */
function paymentDetails(payment: Payment, { w, f }: PageContext): string[] {
  const { feeCents, availableOn, receivedBy, note, reversedAt, reversalReason } = payment;
  return [
    feeCents === null ? null : w.paymentFee(f.money(feeCents)),
    availableOn && w.paymentAvailable(f.date(availableOn)),
    receivedBy && w.paymentReceivedBy(receivedBy),
    note,
    reversedAt && w.paymentReversed(f.moment(reversedAt), reversalReason ?? ''),
  ].filter((detail) => detail !== null);
}

/** The oldest refund that waits for a second person. */
function waitingRefundOf({ refunds }: InvoiceRecord, { w, f }: PageContext): { id: number; text: string } | null {
  const [oldest] = refunds.filter(({ state }) => state === 'awaiting_approval').sort((a, b) => a.id - b.id);
  return oldest ? { id: oldest.id, text: w.waitingRefund(oldest.id, f.money(oldest.amountCents)) } : null;
}

function factsOf({ invoice }: InvoiceRecord, { company, now, w, f }: PageContext): { label: string; text: string }[] {
  const dueCents = amountDueCents(invoice, storeToday(now, company));
  const excessCents = overpaidCents(invoice);
  const { installments, dueDate, paidAt, externalReference, description } = invoice;
  const facts: [string, string | null][] = [
    [w.amountDue, f.money(dueCents)],
    [w.amountPaid, f.money(invoice.amountPaidCents)],
    [w.amountRefunded, f.money(invoice.amountRefundedCents)],
    [w.amountCredited, invoice.amountCreditedCents > 0 ? f.money(invoice.amountCreditedCents) : null],
    [w.amountWrittenOff, invoice.amountWrittenOffCents > 0 ? f.money(invoice.amountWrittenOffCents) : null],
    [w.amountDisputed, invoice.amountDisputedCents > 0 ? f.money(invoice.amountDisputedCents) : null],
    [w.amountOverpaid, excessCents > 0 ? f.money(excessCents) : null],
    [w.discountAmount, invoice.discountCents > 0 ? f.money(invoice.discountCents) : null],
    [w.coupon, invoice.couponCode],
    [w.fineAmount, invoice.fineCents > 0 ? f.money(invoice.fineCents) : null],
    [w.interestAmount, invoice.interestCents > 0 ? f.money(invoice.interestCents) : null],
    [w.installmentInterest, invoice.installmentInterestCents > 0 ? f.money(invoice.installmentInterestCents) : null],
    [w.installments, installments > 1 ? f.number(installments) : null],
    [w.dueDate, dueDate && f.date(dueDate)],
    [w.createdAt, f.moment(invoice.createdAt)],
    [w.paidAt, paidAt && f.moment(paidAt)],
    [w.externalReference, externalReference],
    [w.description, description],
  ];
  return facts.flatMap(([label, text]) => (text === null ? [] : [{ label, text }]));
}

function presentAttempt(attempt: PaymentAttempt, { w, t, f }: PageContext): object {
  const { number, method, state, amountCents, artefacts, refusalReason, createdAt } = attempt;
  const tones = { pending: 'info', authorized: 'info', paid: 'good', refused: 'bad', canceled: 'plain' } as const;
  const card =
    artefacts?.method === 'card'
      ? ` ${artefacts.brand}${artefacts.last4 === null ? '' : ` •••• ${artefacts.last4}`}`
      : '';
  return {
    number,
    method: t.methods[method] + card,
    state: w.attemptStates[state],
    tone: tones[state],
    amount: f.money(amountCents),
    refusal: refusalReason && wordFor(w.timeline.reasons, refusalReason),
    createdAt: f.moment(createdAt),
  };
}

/** The data that a form of a refund needs: how much is left, and of which payments where there are several. */
export function refundableOf(
  { invoice, payments }: Pick<InvoiceRecord, 'invoice' | 'payments'>,
  { w, f, language }: Pick<PageContext, 'w' | 'f' | 'language'>,
): { left: string; excess: string; options: { value: string; label: string }[] } {
  const sources = payments.filter(({ leftCents }) => leftCents > 0);
  const options = sources.map(({ payment, leftCents }) => ({
    value: String(payment.id),
    label: w.refundChoice(payment.id, f.money(leftCents), f.moment(payment.paidAt)),
  }));
  const leftCents = sources.reduce((total, source) => total + source.leftCents, 0);
  const excessCents = Math.min(overpaidCents(invoice), leftCents);
  return {
    left: f.money(leftCents),
    // The excess that an invoice received is offered: it is typed as its reader types it.
    excess: excessCents > 0 ? writeAmount(excessCents, language) : '',
    options: options.length > 1 ? [{ value: '', label: w.refundChoose }, ...options] : [],
  };
}
