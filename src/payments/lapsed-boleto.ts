import { amountsOf, netPaidCents, quoteOf } from '../invoices/amount-due.ts';
import type { InvoiceChange } from '../invoices/change-invoice.ts';
import { storeToday } from '../invoices/due-dates.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';
import { cancelPendingAttempts } from '../invoices/end-attempt.ts';
import type { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';

/**
 * Whether the boleto that an overdue invoice waits for is dead: its gateway takes it on no later day than its own due
 * date, and that has passed. Any other boleto can be paid while its invoice is overdue.
 *
 * @param today the store's calendar day
 */
export function boletoHasLapsed(
  { status }: Pick<Invoice, 'status'>,
  attempts: Pick<PaymentAttempt, 'state' | 'artefacts'>[],
  today: string,
): boolean {
  if (status !== 'overdue') return false;
  const artefacts = attempts.findLast(({ state }) => state === 'pending')?.artefacts;
  return artefacts?.method === 'boleto' && artefacts.isFixed === true && artefacts.dueDate < today;
}

/**
 * Gives up a boleto that has lapsed, so that a fresh one can ask for what is due today. The due date stays in the past.
 */
export function giveUpLapsedBoleto({ invoice, company, attempts, at, apply, emit }: InvoiceChange): void {
  const lapsed = attempts.filter(({ state }) => state === 'pending');
  cancelPendingAttempts(attempts, at);
  // The boleto has ended by itself there; to cancel it would lose money that was paid on its last day and is on its
  // way.
  for (const attempt of lapsed) attempt.gatewayCanceledAt = at;
  apply('terms_changed');
  if (netPaidCents(invoice) === 0) Object.assign(invoice, amountsOf(quoteOf(invoice, storeToday(at, company))));
  emit('invoice.updated', { changed: ['payments'] });
}
