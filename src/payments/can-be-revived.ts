import type { Company } from '../accounts/companies/company.entity.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';

/**
 * Whether a payer can still pay an invoice that was abandoned, because its store allows it. An invoice with a due date
 * was promised until then, and no longer; a subscription goes on by its own rules; and a payment link sells no more
 * than it has.
 */
export function canBeRevived(
  { status, dueDate, subscriptionId, paymentLinkId }: Revivable,
  { paysAfterAbandonment }: Pick<Company, 'paysAfterAbandonment'>,
): boolean {
  const isFree = dueDate === null && subscriptionId === null && paymentLinkId === null;
  return status === 'abandoned' && paysAfterAbandonment && isFree;
}

export type Revivable = Pick<Invoice, 'status' | 'dueDate' | 'subscriptionId' | 'paymentLinkId'>;
