import type { EntityManager } from '@mikro-orm/postgresql';
import { Invoice } from '../invoices/invoice.entity.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import { outcomeOf, type ChargeOutcome } from './charge-outcome.ts';
import { SubscriptionCycle } from './subscription-cycle.entity.ts';

/** A cycle whose money has not arrived, with its invoice and what there is to take account of. */
export interface UnsettledCycle {
  cycle: SubscriptionCycle;
  invoice: Invoice;
  /** An attempt is on its way, or waits for the payer. */
  hasChargeUnderWay: boolean;
  outcome: ChargeOutcome | null;
}

/** The unsettled cycles of some subscriptions, by due date: three queries whatever their number. */
export async function readUnsettledCycles(tx: EntityManager, subscriptionIds: number[]): Promise<UnsettledCycle[]> {
  const cycles = await tx.find(
    SubscriptionCycle,
    { subscriptionId: subscriptionIds, state: { $ne: 'paid' } },
    { orderBy: { dueDate: 'asc' }, refresh: true },
  );
  const invoiceIds = cycles.map(({ invoiceId }) => invoiceId);
  const invoices = await tx.find(Invoice, { id: invoiceIds }, { refresh: true });
  const underWay = await tx.find(
    PaymentAttempt,
    { invoiceId: invoiceIds, state: 'pending' },
    { fields: ['invoiceId'] },
  );
  const invoiceById = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const charging = new Set(underWay.map(({ invoiceId }) => invoiceId));
  return cycles.map((cycle) => {
    const invoice = invoiceById.get(cycle.invoiceId)!;
    const { status: invoiceStatus } = invoice;
    const hasChargeUnderWay = charging.has(invoice.id);
    const outcome = outcomeOf({ state: cycle.state, invoiceStatus, hasChargeUnderWay });
    return { cycle, invoice, hasChargeUnderWay, outcome };
  });
}
