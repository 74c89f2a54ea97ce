import type { InvoiceStatus } from '../../../src/invoices/state-machine.ts';
import type { Till } from './till.ts';
import { chargesOf, type Bill } from './traffic.ts';

/** The state that an invoice must have, by the ledgers that the product cannot write. */
export interface Implied {
  status: InvoiceStatus;
  paidCents: number;
  refundedCents: number;
  /** How many payments there are. */
  payments: number;
}

export function implied(bill: Bill, till: Till): Implied {
  return bill.store.gateway === 'stripe' ? impliedByTill(bill, till) : impliedByActs(bill);
}

/** The gateway's word on the money, and the store's on whether anybody still waits for it. */
function impliedByTill(bill: Bill, till: Till): Implied {
  const charges = chargesOf(till, bill);
  const moved = charges.filter(({ status }) => status === 'succeeded');
  const paidCents = sum(moved.map((charge) => till.receivedCents(charge)));
  const refunds = charges.flatMap((charge) => till.refundsOf(charge)).filter(({ status }) => status === 'succeeded');
  const refundedCents = sum(refunds.map(({ amount }) => amount));
  const status = paidCents >= bill.totalCents ? settled(paidCents, refundedCents) : unsettled();
  return { status, paidCents, refundedCents, payments: moved.length };

  function unsettled(): InvoiceStatus {
    if (bill.canceled) return 'canceled';
    const last = charges.at(-1)?.status;
    if (last === 'requires_payment_method') return 'refused';
    return last === undefined && bill.method === 'card' ? 'open' : 'pending';
  }
}

/** The sandbox's gateway keeps its books in the product's own database: what was played is what counts. */
function impliedByActs({ canceled, simulated, method, totalCents, refunds }: Bill): Implied {
  if (simulated === 'confirmed') {
    const refundedCents = sum(refunds);
    return { status: settled(totalCents, refundedCents), paidCents: totalCents, refundedCents, payments: 1 };
  }
  const unpaid = (status: InvoiceStatus): Implied => ({ status, paidCents: 0, refundedCents: 0, payments: 0 });
  if (canceled) return unpaid('canceled');
  if (simulated === 'refused') return unpaid('refused');
  return unpaid(method === 'card' ? 'open' : 'pending');
}

function settled(paidCents: number, refundedCents: number): InvoiceStatus {
  if (refundedCents === 0) return 'paid';
  return refundedCents >= paidCents ? 'refunded' : 'partially_refunded';
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
