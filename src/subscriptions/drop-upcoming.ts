import { giveUp } from '../invoices/cancel-invoice.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';
import { storeToday } from '../invoices/due-dates.ts';
import type { SubscriptionChange } from './change-subscription.ts';
import { closeCycle, recover } from './past-due.ts';
import { lockInvoices } from './lock-invoices.ts';
import type { UnsettledCycle } from './unsettled-cycles.ts';

/**
 * Takes back the invoices that were made early for periods that have not begun, the last one first: their due dates are
 * the next ones again. An invoice on which money has arrived stays, and with it the invoices before it.
 */
export async function dropUpcoming(change: SubscriptionChange): Promise<void> {
  const { subscription, company, unsettled, at } = change;
  const today = storeToday(at, company);
  const upcoming = unsettled.filter(({ cycle }) => isOwed(cycle.state) && cycle.dueDate > today).reverse();
  await lockInvoices(change.tx, upcoming);
  for (const found of upcoming) {
    const { cycle } = found;
    if (cycle.periodEnd !== subscription.nextDueDate || !(await giveUpInvoice(change, found))) break;
    closeCycle(cycle, 'dropped', at);
    subscription.nextDueDate = cycle.dueDate;
    subscription.chargeableFrom = cycle.dueDate;
    subscription.periodEndsOn = cycle.dueDate;
    subscription.cyclesMade -= 1;
  }
  recover(change);
}

/** Cancels every invoice that is owed and on which no money has arrived. */
export async function cancelOwed(change: SubscriptionChange): Promise<void> {
  const owed = change.unsettled.filter(({ cycle: { state } }) => isOwed(state));
  await lockInvoices(change.tx, owed);
  for (const found of owed) {
    if (!(await giveUpInvoice(change, found))) continue;
    closeCycle(found.cycle, 'canceled', change.at);
  }
}

/** The invoice may have been paid meanwhile: the row says, which is locked. @returns whether it is given up */
export function giveUpInvoice(
  { tx, at }: Pick<SubscriptionChange, 'tx' | 'at'>,
  { invoice: { id: invoiceId } }: UnsettledCycle,
): Promise<boolean> {
  return changeInvoice(tx, { invoiceId, at, dispatch: 'outbox' }, giveUp);
}

function isOwed(state: UnsettledCycle['cycle']['state']): boolean {
  return state === 'open' || state === 'retrying' || state === 'unpaid';
}
