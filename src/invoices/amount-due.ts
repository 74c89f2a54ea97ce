import { quote, type Quote, type Terms } from './amounts.ts';
import type { Invoice } from './invoice.entity.ts';

type Amounts = Pick<
  Invoice,
  | 'subtotalCents'
  | 'totalCents'
  | 'discount'
  | 'fine'
  | 'interest'
  | 'dueDate'
  | 'amountPaidCents'
  | 'amountRefundedCents'
  | 'paidAt'
>;

/** What an invoice comes to if it is paid on a calendar day of the store. */
export function quoteOf({ subtotalCents, discount, fine, interest, dueDate }: Amounts, date: string): Quote {
  const terms: Terms = { subtotalCents, discount, fine, interest, dueDate };
  return quote(terms, date);
}

/** What arrived and was not given back, in cents. */
export function netPaidCents(invoice: Pick<Amounts, 'amountPaidCents' | 'amountRefundedCents'>): number {
  return invoice.amountPaidCents - invoice.amountRefundedCents;
}

/**
 * What is still missing on a calendar day of the store, in cents; never negative. Once an invoice was paid its total is
 * settled, and days change it no more.
 */
export function amountDueCents(invoice: Amounts, date: string): number {
  const totalCents = invoice.paidAt ? invoice.totalCents : quoteOf(invoice, date).totalCents;
  return Math.max(0, totalCents - netPaidCents(invoice));
}

/** Whether anybody is asked for its money: an invoice that was given up, given back or paid is not owed. */
export function isOwed({ status }: Pick<Invoice, 'status'>): boolean {
  return status === 'open' || status === 'pending' || status === 'refused' || status === 'overdue';
}

/** A quote's amounts, which add up, as the columns of an invoice. */
export function amountsOf({ subtotalCents, discountCents, fineCents, interestCents, totalCents }: Quote) {
  return { subtotalCents, discountCents, fineCents, interestCents, totalCents };
}
