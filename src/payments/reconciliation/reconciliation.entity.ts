import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../../accounts/companies/owned-by-store.ts';

/** The kinds of disagreement between our books and a gateway's, where neither is known to be right. */
export const FINDING_KINDS = [
  'unknown_attempt',
  'invoice_differs',
  'second_charge',
  'amount_differs',
  'foreign_currency',
  'charge_missing',
  'mandate_missing',
  'refund_missing',
  'payment_differs',
  'payable_after_end',
  'payout_unexplained',
  'books_not_readable',
  'could_not_apply',
] as const;

export interface Finding {
  kind: (typeof FINDING_KINDS)[number];
  /** Ids, ours and the gateway's, and amounts in cents; nothing of a person. */
  details: Record<string, string | number | null>;
}

/** The parts of a comparison, in their order. */
export const COMPARISON_PARTS = [
  ...(['charges', 'open_charges', 'refunds', 'disputes', 'mandates'] as const),
  ...(['prices', 'payouts'] as const),
] as const;
export type ComparisonPart = (typeof COMPARISON_PARTS)[number];

/** A part of the books, and the id of its last entry that was compared; null before the first. */
export interface Stop {
  part: ComparisonPart;
  after: string | null;
}

/** A comparison of a store's books with its gateway's. Real time. */
export const ReconciliationSchema = defineEntity({
  name: 'Reconciliation',
  tableName: 'gateway_reconciliations',
  indexes: [{ name: 'gateway_reconciliations_store', properties: ['companyId', 'environment', 'id'] }],
  properties: {
    ...ownedByStore(),
    gateway: p.text(),
    /** The comparison covers charges that were made at the gateway from this moment on. */
    since: p.datetime(3),
    until: p.datetime(3),
    chargesSeen: p.integer(),
    /** Callbacks that had been missed, and were made up for. */
    repaired: p.integer(),
    findings: p.json<Finding[]>(),
    /** Where it stopped, so that the next try goes on from there; null once it has come to its end. */
    stoppedAt: p.json<Stop>().strictNullable(),
    createdAt: p.datetime(3),
  },
});

export class Reconciliation extends ReconciliationSchema.class {}
ReconciliationSchema.setClass(Reconciliation);
