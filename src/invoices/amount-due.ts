import { quote, type Quote, type Terms } from '../banking/amounts.ts';
import { sum } from '../base/money/money.ts';
import type { Invoice } from './invoice.entity.ts';
import { OWED_STATUSES, type InvoiceTrigger } from './state-machine.ts';

type Amounts = Pick<
  Invoice,
  | 'subtotalCents'
  | 'totalCents'
  | 'installmentInterestCents'
  | 'discount'
  | 'fine'
  | 'interest'
  | 'dueDate'
  | 'amountPaidCents'
  | 'amountRefundedCents'
  | 'amountCreditedCents'
  | 'paidAt'
>;

/** A quote, with the interest of the parts in which a card has paid: `totalCents` includes it. */
export type InvoiceQuote = Quote & Pick<Invoice, 'installmentInterestCents'>;

/** The amount due of an invoice that is paid on a calendar day of the store. */
export function quoteOf(invoice: Amounts, date: string): InvoiceQuote {
  const { subtotalCents, discount, fine, interest, dueDate, installmentInterestCents } = invoice;
  const terms: Terms = { subtotalCents, discount, fine, interest, dueDate };
  const quoted = quote(terms, date);
  const totalCents = sum([quoted.totalCents, installmentInterestCents]);
  return { ...quoted, installmentInterestCents, totalCents };
}

/** The money that arrived and was not given back, in cents. */
export function netPaidCents(invoice: Pick<Amounts, 'amountPaidCents' | 'amountRefundedCents'>): number {
  return invoice.amountPaidCents - invoice.amountRefundedCents;
}

/** The part of the total that money or a credit note has covered, in cents. */
export function coveredCents(
  invoice: Pick<Amounts, 'amountPaidCents' | 'amountRefundedCents' | 'amountCreditedCents'>,
): number {
  return netPaidCents(invoice) + invoice.amountCreditedCents;
}

/**
 * The amount that a payer is asked for on a calendar day of the store, in cents. API, panel, checkout and each new
 * charge use this function. Nobody is asked for an invoice that was given up, given back or paid.
 */
export function amountDueCents(invoice: Amounts & Pick<Invoice, 'status'>, date: string): number {
  return isOwed(invoice) ? missingCents(invoice, date) : 0;
}

/**
 * The amount that is missing on a calendar day of the store, in cents, never negative; also for an invoice that nobody
 * is asked for. A payment in full settles the total, and days change it no more.
 */
export function missingCents(invoice: Amounts, date: string): number {
  const totalCents = invoice.paidAt ? invoice.totalCents : quoteOf(invoice, date).totalCents;
  return Math.max(0, totalCents - coveredCents(invoice));
}

/** The money that an invoice holds beyond its settled total, in cents; 0 while it is not settled. */
export function overpaidCents(
  invoice: Pick<Amounts, 'totalCents' | 'amountPaidCents' | 'amountRefundedCents' | 'amountCreditedCents' | 'paidAt'>,
): number {
  return invoice.paidAt ? Math.max(0, coveredCents(invoice) - invoice.totalCents) : 0;
}

/**
 * The trigger that follows from the money of a settled invoice, after money came or went: the invoice is `paid` while
 * it holds its total, `partially_refunded` while it holds less, and `refunded` once it holds nothing.
 */
export function balanceTrigger(
  invoice: Pick<Amounts, 'totalCents' | 'amountPaidCents' | 'amountRefundedCents' | 'amountCreditedCents'>,
): Extract<InvoiceTrigger, 'paid_in_full' | 'refunded_in_part' | 'refunded_in_full'> {
  if (coveredCents(invoice) >= invoice.totalCents) return 'paid_in_full';
  return netPaidCents(invoice) > 0 ? 'refunded_in_part' : 'refunded_in_full';
}

/** Whether somebody is asked for the invoice's money. */
export function isOwed({ status }: Pick<Invoice, 'status'>): boolean {
  return OWED_STATUSES.includes(status);
}

/** A quote's amounts, which add up, as the columns of an invoice. */
export function amountsOf({
  subtotalCents,
  discountCents,
  fineCents,
  interestCents,
  installmentInterestCents = 0,
  totalCents,
}: Quote & Partial<InvoiceQuote>) {
  return { subtotalCents, discountCents, fineCents, interestCents, installmentInterestCents, totalCents };
}
