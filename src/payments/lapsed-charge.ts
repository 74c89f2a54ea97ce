import { addDays } from '../base/calendar/calendar-date.ts';
import type { Company } from '../accounts/companies/company.entity.ts';
import { amountsOf, netPaidCents, quoteOf } from '../invoices/amount-due.ts';
import type { InvoiceChange } from '../invoices/change-invoice.ts';
import { storeToday } from '../invoices/due-dates.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';
import { findOwnAttempt } from '../invoices/live-attempt.ts';
import { cancelPendingAttempts } from '../invoices/end-attempt.ts';
import type { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import { asksFixedAmount } from './fixed-amount.ts';

interface Facts {
  invoice: Pick<Invoice, 'status'>;
  attempts: (Pick<PaymentAttempt, 'state' | 'method' | 'artefacts'> & Partial<Pick<PaymentAttempt, 'isCompanion'>>)[];
  company: Pick<Company, 'timeZone'>;
  /** In the store's time. */
  at: Date;
}

/**
 * Whether the charge that an overdue invoice waits for is dead: its bank adds no late fees, and its own time has
 * passed. Any other charge can be paid while its invoice is overdue.
 *
 * @param confirmationDays for which the money of a boleto may be on its way; a Pix is there at once
 */
export function chargeHasLapsed({ invoice, attempts, company, at }: Facts, confirmationDays = 0): boolean {
  if (invoice.status !== 'overdue') return false;
  const charge = findOwnAttempt(attempts, ({ state }) => state === 'pending');
  if (!charge?.artefacts || !asksFixedAmount(charge)) return false;
  const { artefacts } = charge;
  if (artefacts.method === 'pix') return new Date(artefacts.expiresAt) <= at;
  if (artefacts.method === 'pix_automatic') return artefacts.settlesOn < storeToday(at, company);
  return artefacts.method === 'boleto' && artefacts.dueDate < addDays(storeToday(at, company), -confirmationDays);
}

/**
 * Gives up a charge that has lapsed, so that a fresh one can ask for what is due today. The due date stays in the past.
 */
export function giveUpLapsedCharge({ invoice, company, attempts, at, apply, emit }: InvoiceChange): void {
  const lapsed = attempts.filter(({ state, isCompanion }) => state === 'pending' && !isCompanion);
  cancelPendingAttempts(attempts, at);
  // The charge has ended by itself there; to cancel it would lose money that was paid on its last day and is on its
  // way.
  for (const attempt of lapsed) attempt.gatewayCanceledAt = at;
  apply('terms_changed');
  if (netPaidCents(invoice) === 0) Object.assign(invoice, amountsOf(quoteOf(invoice, storeToday(at, company))));
  emit('invoice.updated', { changed: ['payments'] });
}
