import { insertInto, insertRows } from '../base/db/entity-rows.ts';
import { fromCents } from '../base/money/money.ts';
import type { Company } from '../accounts/companies/company.entity.ts';
import type { Quote } from '../banking/amounts.ts';
import { isBookable, type ReceivedMoney } from '../gateways/payment-gateway.ts';
import {
  amountDueCents,
  amountsOf,
  balanceTrigger,
  coveredCents,
  overpaidCents,
  quoteOf,
} from '../invoices/amount-due.ts';
import { askForRest } from '../invoices/ask-for-rest.ts';
import type { InvoiceChange } from '../invoices/change-invoice.ts';
import { storeToday } from '../invoices/due-dates.ts';
import { cancelPendingAttempts, endAttempt } from '../invoices/end-attempt.ts';
import { feeDraft, paymentDraft, recoveryDraft } from '../invoices/ledger/drafts.ts';
import { findOwnAttempt } from '../invoices/live-attempt.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';
import type { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import { Payment } from '../invoices/payment.entity.ts';
import { asksFixedAmount } from './fixed-amount.ts';

/** Money is never dropped: whatever the status, it is recorded as a payment of its own and announced. */
export async function receiveMoney(
  change: InvoiceChange,
  attempt: PaymentAttempt,
  money: ReceivedMoney,
): Promise<'applied' | 'nothing_to_do' | 'foreign_currency'> {
  const { invoice, attempts, at } = change;
  if (!isBookable(money)) return 'foreign_currency';
  const { companyId, environment, id: invoiceId } = invoice;
  const paidAt = new Date(money.paidAt);
  const received = {
    ...{ companyId, environment, gateway: attempt.gateway, gatewayPaymentId: money.paymentId },
    invoiceId,
    attemptId: attempt.id,
    method: attempt.method,
    endToEndId: money.endToEndId ?? null,
    amountCents: money.amountCents,
    amountRefundedCents: 0,
    ...{ feeCents: money.fee?.feeCents ?? null, availableOn: money.fee?.availableOn ?? null, payoutId: null },
    ...{ receivedBy: null, note: null, reversedAt: null, reversalReason: null },
    paidAt,
    createdAt: at,
  };
  const payment = await bookMoney(change, received, { attempt, restAt: findOwnAttempt(attempts)!.gateway });
  if (!payment) return 'nothing_to_do';
  if (money.fee) {
    const { availableOn } = money.fee;
    change.post(feeDraft(payment, { feeBefore: 0, availableOn, paidOn: storeToday(paidAt, change.company) }));
  }
  return 'applied';
}

const insertPayment = insertRows('insert_payment', { payments: { ...insertInto(Payment, 'id'), skipsKnown: true } });

/**
 * Records money that has come for an invoice, and counts it: in the invoice's amounts, its status, its events and the
 * ledger. A payment that its gateway has told of before is passed over.
 *
 * @param attempt the attempt that brought it; null for money that came past every gateway
 * @param restAt the name of the gateway at which a charge asks for what is still missing
 * @returns null for a payment that is on record
 */
export async function bookMoney(
  change: InvoiceChange,
  received: Omit<Payment, 'id'>,
  { attempt, restAt }: { attempt: PaymentAttempt | null; restAt: string },
): Promise<Payment | null> {
  const { tx, invoice, company, attempts, at, apply, emit, post } = change;
  const { amountCents, paidAt } = received;
  const ids = await insertPayment(tx, { payments: [received] });
  const [id] = ids.payments;
  if (id === undefined) return null;
  const payment: Payment = { ...received, id };
  invoice.amountPaidCents += amountCents;
  post(paymentDraft(payment, company));
  recover(change, amountCents);
  if (attempt) noteInstallmentInterest(change, attempt, amountCents);
  const details = { ...(attempt && { attempt_id: attempt.id }), amount: fromCents(amountCents) };
  const settlement = findSettlement(invoice, company, { attempt, paidAt });
  const confirmed = settlement !== null && apply('paid_in_full');
  // The first payment in full fixes the amount due; days and later money change it no more.
  if (confirmed && !invoice.paidAt) Object.assign(invoice, amountsOf(settlement));
  if (attempt && (confirmed || amountCents >= attempt.amountCents)) endAttempt(attempt, 'paid', at);
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
    else askForRest(change, { gateway: restAt, ...(attempt && { partlyPaid: attempt }) });
    const dueCents = amountDueCents(invoice, storeToday(paidAt, company));
    emit('invoice.updated', { ...details, amount_due: fromCents(dueCents) });
  }
  return payment;
}

/** The interest of paying in parts is owed once it is paid; a card that pays too much for a paid invoice owes none. */
function noteInstallmentInterest({ invoice }: InvoiceChange, attempt: PaymentAttempt, paidCents: number): void {
  if (invoice.paidAt || attempt.state === 'paid' || paidCents < attempt.amountCents) return;
  invoice.installmentInterestCents += attempt.installmentInterestCents;
  invoice.totalCents += attempt.installmentInterestCents;
}

/** Money that nobody expected any more: so much of the write-off is taken back. */
function recover({ invoice, company, at, post }: InvoiceChange, paidCents: number): void {
  const amountCents = Math.min(invoice.amountWrittenOffCents, paidCents);
  if (amountCents === 0) return;
  invoice.amountWrittenOffCents -= amountCents;
  post(recoveryDraft(invoice, { amountCents, today: storeToday(at, company) }));
}

/**
 * The amounts at which the invoice is settled, or null while something is missing: the amount due on the day of the
 * payment; or, for a Pix code, a card or a boleto to which no bank adds fees, which ask for a fixed amount, the amount
 * due when they were made.
 */
function findSettlement(
  invoice: Invoice,
  company: Company,
  { attempt, paidAt }: { attempt: PaymentAttempt | null; paidAt: Date },
): Quote | null {
  const moments = attempt && asksFixedAmount(attempt) ? [paidAt, attempt.createdAt] : [paidAt];
  const covered = coveredCents(invoice);
  const quotes = moments.map((moment) => quoteOf(invoice, storeToday(moment, company)));
  if (invoice.paidAt) return covered >= invoice.totalCents ? quotes[0]! : null;
  return quotes.find(({ totalCents }) => covered >= totalCents) ?? null;
}
