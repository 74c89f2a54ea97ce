import type { InvoiceStatus } from '../invoices/state-machine.ts';
import type { CycleState } from './subscription-cycle.entity.ts';

/** What the charge of a cycle came to. */
export type ChargeOutcome = 'paid' | 'failed' | 'canceled';

/**
 * What there is to take account of, or null while there is nothing. Money counts whenever it comes. A failure counts once:
 * the cycle is then no longer `open`, until its charge is tried again.
 */
export function outcomeOf({
  state,
  invoiceStatus,
  hasChargeUnderWay,
}: {
  state: CycleState;
  invoiceStatus: InvoiceStatus;
  hasChargeUnderWay: boolean;
}): ChargeOutcome | null {
  switch (invoiceStatus) {
    case 'paid':
    case 'partially_refunded':
    case 'refunded':
      return state === 'paid' ? null : 'paid';
    case 'canceled':
      return state === 'paid' || state === 'canceled' || state === 'dropped' ? null : 'canceled';
    case 'overdue':
      return state === 'open' ? 'failed' : null;
    case 'refused':
    case 'abandoned':
    case 'expired':
      return state === 'open' && !hasChargeUnderWay ? 'failed' : null;
    case 'open':
    case 'pending':
      return null;
  }
}
