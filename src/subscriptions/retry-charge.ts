import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../companies/environment.ts';
import type { SecretBox } from '../crypto/secret-box.ts';
import { reader } from '../db/transaction.ts';
import { conflict, gatewayNotConfigured } from '../errors/errors.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';
import { chargeAgain } from '../payments/charge-again.ts';
import type { GatewayRegistry } from '../payments/gateways/gateway-registry.ts';
import { cardTokenContext } from '../payments/register-charge.ts';
import type { Clock } from '../time/clock.ts';
import { cardOnFileContext, openCard } from './card-on-file.ts';
import { changeSubscription, type SubscriptionChange } from './change-subscription.ts';
import { findSubscription } from './find-subscription.ts';
import { lockInvoices } from './lock-invoices.ts';
import { checkCardToken } from './subscription-terms.ts';
import { recover } from './settle-charge.ts';
import type { CycleDeps } from './start-cycle.ts';
import { isOver } from './subscription-status.ts';
import type { UnsettledCycle } from './unsettled-cycles.ts';

/**
 * Tries an unpaid charge again, as the store's schedule has it. It does nothing when it is no longer to be tried, or was
 * tried before.
 *
 * @param at the moment it is tried, in the store's time
 */
export async function retryCharge(
  deps: CycleDeps,
  { subscriptionId, cycleId, at }: { subscriptionId: number; cycleId: number; at: Date },
): Promise<void> {
  await changeSubscription(deps.em, { subscriptionId, at, dispatch: 'caller' }, async (change) => {
    const { subscription, company, unsettled, touch } = change;
    const found = unsettled.find(({ cycle }) => cycle.id === cycleId);
    if (!found || found.cycle.state !== 'retrying' || found.cycle.nextAttemptAt! > at) return;
    if (isOver(subscription) || subscription.pausedAt || company.suspendedAt) return;
    await tryAgain(deps, change, found);
    touch();
  });
}

/**
 * The store asks for everything unpaid once more, now, and for the schedule of attempts anew.
 *
 * @param cardToken another card, put on file; null: the one that is
 * @throws ApiError 404; 409 `subscription_over`, `subscription_paused` or `nothing_unpaid`; 422 for a card token where no
 *   card is charged
 */
export async function retryNow(
  deps: CycleDeps & { clock: Clock },
  { store, subscriptionId, cardToken }: { store: Store; subscriptionId: number; cardToken: string | null },
): Promise<void> {
  await findSubscription(reader(deps.em), { store, subscriptionId });
  const at = await deps.clock.now(store);
  await changeSubscription(deps.em, { subscriptionId, at, dispatch: 'outbox' }, async (change) => {
    const { tx, subscription, unsettled, touch } = change;
    const { status } = subscription;
    if (isOver(subscription)) {
      throw conflict('subscription_over', `Subscription ${subscriptionId} is ${status}: nothing is charged any more.`);
    }
    if (subscription.pausedAt) {
      throw conflict('subscription_paused', `Subscription ${subscriptionId} is paused: resume it first.`);
    }
    const failed = unsettled.filter(({ cycle: { state } }) => state === 'retrying' || state === 'unpaid');
    if (failed.length === 0) {
      const why = `Subscription ${subscriptionId} has no charge that failed: there is nothing to try again.`;
      throw conflict('nothing_unpaid', why);
    }
    checkCardToken(subscription.paymentMethod, cardToken);
    if (cardToken) subscription.cardToken = deps.secrets.seal(cardToken, cardOnFileContext(subscriptionId));
    await lockInvoices(tx, failed);
    for (const found of failed) {
      Object.assign(found.cycle, { failures: 0, firstFailedAt: null });
      await tryAgain(deps, change, found);
    }
    recover(change);
    touch();
  });
}

async function tryAgain(
  { gateways, secrets }: { gateways: GatewayRegistry; secrets: SecretBox },
  { tx, subscription, at }: Pick<SubscriptionChange, 'subscription' | 'at'> & { tx: EntityManager },
  { cycle }: UnsettledCycle,
): Promise<void> {
  const { invoiceId } = cycle;
  const gateway = gateways.forStore(subscription);
  if (!gateway) throw gatewayNotConfigured();
  // Its charge is under way again, whatever of it there is to do: what comes of it is settled as the first one was.
  Object.assign(cycle, { state: 'open', nextAttemptAt: null, updatedAt: at });
  await changeInvoice(tx, { invoiceId, at, dispatch: 'outbox' }, (change) => {
    const card = change.invoice.paymentMethod === 'card' ? openCard(secrets, subscription) : null;
    const sealedCardToken = card && secrets.seal(card, cardTokenContext(invoiceId));
    chargeAgain(change, { gateway: gateway.name, sealedCardToken });
  });
}
