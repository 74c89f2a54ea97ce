/**
 * The life of an invoice as one table. Pure, and the only place that says which status follows which.
 *
 * Workflows import it: changing a rule that a running workflow has used can break its replay, and the recorded
 * histories under test/histories say so.
 */
export const INVOICE_STATUSES = [
  'open',
  'pending',
  'paid',
  'refused',
  'abandoned',
  'overdue',
  'expired',
  'canceled',
  'partially_refunded',
  'refunded',
] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** Somebody is asked for the money of these: an invoice that was given up, given back or paid is not owed. */
export const OWED_STATUSES: readonly InvoiceStatus[] = ['open', 'pending', 'refused', 'overdue'];

/** The triggers that can change an invoice's status. */
export type InvoiceTrigger =
  | 'terms_changed'
  | 'charge_replaced'
  | 'charge_registered'
  | 'payment_refused'
  | 'paid_in_full'
  | 'pix_expired'
  | 'abandonment_elapsed'
  | 'due_date_passed'
  | 'boleto_expired'
  | 'canceled_by_store'
  | 'payment_reversed'
  | 'refunded_in_part'
  | 'refunded_in_full';

interface Rule {
  from: readonly InvoiceStatus[];
  to: InvoiceStatus;
}

export const TRANSITIONS: Readonly<Record<InvoiceTrigger, Rule>> = {
  // New items, method or due date: the old charge is given up, and what has run out begins anew.
  terms_changed: { from: ['open', 'pending', 'refused', 'abandoned', 'overdue', 'expired'], to: 'open' },
  // Money came or went back in part, or the charge ran out before the due date: a new charge asks for the missing
  // amount, also where the payer had given up.
  charge_replaced: { from: ['pending', 'refused', 'abandoned'], to: 'open' },
  charge_registered: { from: ['open', 'refused'], to: 'pending' },
  // Also from `refused`: another card that the gateway does not even register.
  payment_refused: { from: ['open', 'pending', 'refused'], to: 'refused' },
  // Money is never dropped: it makes any invoice paid, however late it arrives, also an invoice that was given back. A
  // paid invoice stays paid; its second payment is announced as overpaid.
  paid_in_full: {
    from: [
      ...['open', 'pending', 'refused', 'abandoned', 'overdue', 'expired', 'canceled'],
      ...['partially_refunded', 'refunded'],
    ] as InvoiceStatus[],
    to: 'paid',
  },
  pix_expired: { from: ['pending'], to: 'abandoned' },
  abandonment_elapsed: { from: ['open', 'pending', 'refused'], to: 'abandoned' },
  due_date_passed: { from: ['pending'], to: 'overdue' },
  boleto_expired: { from: ['overdue'], to: 'expired' },
  canceled_by_store: { from: ['open', 'pending', 'refused', 'overdue', 'abandoned', 'expired'], to: 'canceled' },
  // The store said that money came, and takes it back: the invoice is owed again.
  payment_reversed: { from: ['paid'], to: 'open' },
  // Also where new money comes, or a refund is taken back, and the whole is not there: see `balanceTrigger`.
  refunded_in_part: { from: ['paid', 'partially_refunded', 'refunded'], to: 'partially_refunded' },
  refunded_in_full: { from: ['paid', 'partially_refunded'], to: 'refunded' },
};

/** The status that follows, or null when the trigger means nothing in this status (it came twice, or too late). */
export function nextStatus(status: InvoiceStatus, trigger: InvoiceTrigger): InvoiceStatus | null {
  const rule = TRANSITIONS[trigger];
  return rule.from.includes(status) ? rule.to : null;
}
