import type { InvoiceStatus } from '../invoices/state-machine.ts';
import type { CycleState } from './subscription-cycle.entity.ts';

/** The outcome of a cycle's charge. */
export type ChargeOutcome = 'paid' | 'failed' | 'canceled';

/**
 * Finds the outcome that the subscription has not settled yet; null while there is none. Money counts whenever it
 * comes. A failure counts once: the cycle is then no longer `open`, until its charge is tried again.
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
      return state === 'paid' || state === 'surplus' ? null : 'paid';
    case 'partially_refunded':
    case 'refunded':
      // Money that was given back before the subscription settled it pays for nothing that had been taken back.
      return state === 'open' || state === 'retrying' || state === 'unpaid' ? 'paid' : null;
    case 'canceled':
      return state === 'open' || state === 'retrying' || state === 'unpaid' ? 'canceled' : null;
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
