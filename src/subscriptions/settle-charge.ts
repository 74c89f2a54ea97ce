import type { EntityManager } from '@mikro-orm/postgresql';
import { invoiceMethodOf, METHODS } from '../banking/payment-method.ts';
import { fromCents } from '../base/money/money.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import { changeSubscription, type SubscriptionChange } from './change-subscription.ts';
import { giveUpInvoice } from './drop-upcoming.ts';
import { describeCycle, planNext } from './plan-next.ts';
import { setCard } from './card-on-file.ts';
import { closeCycle, recover } from './past-due.ts';
import { moveNextDueDate } from './start-cycle.ts';
import { NOT_CHARGED, SubscriptionCycle } from './subscription-cycle.entity.ts';
import { isOver } from './subscription-status.ts';
import type { Subscription } from './subscription.entity.ts';
import type { UnsettledCycle } from './unsettled-cycles.ts';

/** Takes account of the outcome of a cycle's charge. Nothing happens where that was done before. */
export async function settleCharge(
  em: EntityManager,
  { subscriptionId, cycleId, at }: { subscriptionId: number; cycleId: number; at: Date },
): Promise<void> {
  await changeSubscription(em, { subscriptionId, at, dispatch: 'caller' }, async (change) => {
    const found = change.unsettled.find(({ cycle }) => cycle.id === cycleId);
    if (!found?.outcome) return;
    change.touch();
    switch (found.outcome) {
      case 'paid':
        return takePayment(change, found);
      case 'failed':
        return takeFailure(change, found);
      case 'canceled':
        closeCycle(found.cycle, 'canceled', change.at);
        if (recover(change)) await change.emit('subscription.updated', { changed: ['status'] });
    }
  });
}

/** The charge of a cycle is paid; it may be one that had been taken back. */
export async function takePayment(change: SubscriptionChange, found: UnsettledCycle): Promise<void> {
  const { tx, subscription, at, emit } = change;
  const { cycle, invoice } = found;
  await adoptCard(tx, subscription);
  if (cycle.state !== 'dropped') closeCycle(cycle, 'paid', at);
  else if (!(await reviveCycle(change, found))) return closeCycle(cycle, 'surplus', at);
  recover(change);
  await emit('subscription.renewed', {
    ...describeCycle(cycle, invoice),
    amount: fromCents(invoice.amountPaidCents),
    paid_at: invoice.paidAt,
  });
}

/**
 * The payer was quicker than the pause or the cancellation that took the cycle back: it is theirs, and is not charged
 * again. An invoice that was made in its place is given up.
 *
 * @returns false where that one was paid too
 */
async function reviveCycle(change: SubscriptionChange, { cycle }: UnsettledCycle): Promise<boolean> {
  const { tx, subscription, unsettled, at } = change;
  const { subscriptionId, dueDate } = cycle;
  const inItsPlace = await tx.findOne(SubscriptionCycle, {
    subscriptionId,
    dueDate,
    state: { $nin: [...NOT_CHARGED] },
  });
  if (inItsPlace) {
    const owed = unsettled.find(({ cycle: { id } }) => id === inItsPlace.id);
    const isGivenUp = owed && (owed.cycle.state === 'canceled' || owed.outcome === 'canceled');
    if (!owed || !(isGivenUp || (await giveUpInvoice(change, owed)))) return false;
    closeCycle(owed.cycle, 'dropped', at);
    cycle.number = owed.cycle.number;
    cycle.periodEnd = owed.cycle.periodEnd;
    await tx.flush();
    closeCycle(cycle, 'paid', at);
    return true;
  }
  cycle.number = subscription.cyclesMade += 1;
  closeCycle(cycle, 'paid', at);
  await tx.flush();
  const { nextDueDate: to, chargeableFrom: from } = subscription;
  if (!isOver(subscription)) await moveNextDueDate(tx, subscription, { from, to });
  await giveUpExtraCycle(change);
  return true;
}

/** A cycle that came back may be one more than there are to be: the last one that nobody has paid makes room for it. */
async function giveUpExtraCycle(change: SubscriptionChange): Promise<void> {
  const { subscription, unsettled, at } = change;
  if (subscription.cycles === null || subscription.cyclesMade <= subscription.cycles) return;
  const extra = unsettled.findLast(({ cycle: { state } }) => state === 'open' || state === 'retrying');
  if (!extra || !(await giveUpInvoice(change, extra))) return;
  closeCycle(extra.cycle, 'dropped', at);
  subscription.cyclesMade -= 1;
}

/** A card that the payer submitted is on file from now on if it is the one that paid. */
async function adoptCard(tx: EntityManager, subscription: Subscription): Promise<void> {
  const { offeredAttemptId, offeredCardToken } = subscription;
  if (offeredAttemptId === null) return;
  const attempt = await tx.findOneOrFail(PaymentAttempt, offeredAttemptId, { refresh: true });
  if (attempt.state === 'pending') return;
  const isKept =
    attempt.state === 'paid' &&
    METHODS[invoiceMethodOf(subscription.paymentMethod)].takesCardToken &&
    !isOver(subscription);
  if (isKept) setCard(subscription, offeredCardToken);
  Object.assign(subscription, { offeredAttemptId: null, offeredCardToken: null });
}

/** Counts a failure, and says what follows it. */
async function takeFailure(change: SubscriptionChange, found: UnsettledCycle): Promise<void> {
  const { cycle } = found;
  await adoptCard(change.tx, change.subscription);
  cycle.failures += 1;
  if (!found.hasChargeUnderWay) cycle.asksBankAt = null;
  cycle.firstFailedAt ??= change.at;
  await planNext(change, found, { isAnnounced: true });
}
