import { fallsDue, METHODS } from '../banking/payment-method.ts';
import type { CardToCharge } from '../invoices/card-to-charge.ts';
import type { InvoiceChange } from '../invoices/change-invoice.ts';
import { amountsOf, netPaidCents, quoteOf } from '../invoices/amount-due.ts';
import { defaultDueDate } from '../invoices/check-terms.ts';
import { abandonmentAfter, instantsOf, storeToday } from '../invoices/due-dates.ts';
import { chargeHasLapsed, giveUpLapsedCharge } from './lapsed-charge.ts';
import { MAX_ATTEMPTS, newAttempt, type PlannedDebit } from '../invoices/new-attempt.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';

/** A boleto that is paid on its last day is confirmed a business day later, perhaps over a long weekend. */
const CONFIRMATION_DAYS = 5;

/**
 * Asks for an unpaid invoice once more: a fresh Pix code or boleto, or the card that is at hand. An invoice that had
 * run out begins anew, an expired one with a new due date; a card is then waited for at the checkout where none is at
 * hand. Nothing is asked for twice: an overdue charge that can still be paid, and an invoice that is paid or given up
 * stay as they are; a charge that has lapsed makes room for a fresh one.
 *
 * @param card the card to charge; null: the payer submits one at the checkout
 * @param planDebit the debit by which the payer's bank pays it; its day is the invoice's new due date
 * @returns whether a charge of it is under way now
 */
export function chargeAgain(
  change: InvoiceChange,
  {
    gateway,
    card,
    planDebit = () => null,
  }: { gateway: string; card: CardToCharge | null; planDebit?: (change: InvoiceChange) => PlannedDebit | null },
): boolean {
  const { tx, invoice, company, attempts, at, touch } = change;
  const hasRunOut = invoice.status === 'abandoned' || invoice.status === 'expired';
  const awaitsCard = METHODS[invoice.paymentMethod].takesCardToken && card === null;
  const isOpen = invoice.status === 'open';
  const hasLapsed = chargeHasLapsed(change, CONFIRMATION_DAYS);
  if (invoice.status === 'pending') return true;
  if (!isOpen && !hasRunOut && !hasLapsed && invoice.status !== 'refused') return false;
  const isUnderWay = !hasLapsed && attempts.some(({ state }) => state === 'pending');
  if (isUnderWay || (isOpen && awaitsCard)) return true;
  if (attempts.length >= MAX_ATTEMPTS || (awaitsCard && !hasRunOut)) return false;
  const debit = planDebit(change);
  if (hasLapsed) giveUpLapsedCharge(change);
  if (hasRunOut || debit) beginAnew(change, debit?.settlesOn);
  invoice.abandonmentAt = abandonmentAfter(at, invoice, company);
  if (!awaitsCard) {
    const { savedCardId = null } = card ?? {};
    const attempt = {
      invoice,
      company,
      number: attempts.length + 1,
      gateway,
      at,
      isOffSession: true,
      savedCardId,
      debit,
    };
    tx.create(PaymentAttempt, { ...newAttempt(attempt), cardToken: card && card.sealFor(invoice.id) });
  }
  touch();
  return true;
}

/** Begins an invoice anew that had run out, for what it asks for today. Its charges have ended already. */
export function beginAnew(
  { invoice, company, at, apply, emit }: InvoiceChange,
  dueDate = defaultDueDate(company, at),
): void {
  const isDue = fallsDue(invoice);
  apply('terms_changed');
  if (isDue) invoice.dueDate = dueDate;
  Object.assign(invoice, instantsOf(invoice, company), { pixExpiresAt: null });
  if (netPaidCents(invoice) === 0) Object.assign(invoice, amountsOf(quoteOf(invoice, storeToday(at, company))));
  emit('invoice.updated', { changed: isDue ? ['due_date', 'payments'] : ['payments'] });
}
