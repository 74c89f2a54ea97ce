import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { reader } from '../base/db/transaction.ts';
import { conflict, serviceUnavailable } from '../base/errors/errors.ts';
import { checkSimulated } from '../gateways/check-simulated.ts';
import type { SandboxGateway } from '../gateways/sandbox/sandbox-gateway.ts';
import { sandboxAuthorization, type AuthorizationOutcome } from '../gateways/sandbox/sandbox-mandates.ts';
import { sandboxOnly } from '../gateways/sandbox/sandbox-only.ts';
import { readLatestMandates } from '../payments/mandates/read-mandates.ts';
import { findSubscription } from '../subscriptions/find-subscription.ts';

/**
 * Plays the payer, who agrees to debits or does not, and the payer's bank: the outcome comes back through the same
 * signed callback that a real gateway would send.
 *
 * @throws ApiError 403 in production, 404, 409 `gateway_not_simulated`, `nothing_to_authorize` or `not_authorized`, 503
 *   when the callback was not acknowledged
 */
export async function simulateAuthorization(
  { em, sandbox }: { em: EntityManager; sandbox: SandboxGateway },
  { store, subscriptionId, outcome }: { store: Store; subscriptionId: number; outcome: AuthorizationOutcome },
): Promise<void> {
  sandboxOnly(store, 'Authorizations');
  await findSubscription(reader(em), { store, subscriptionId });
  await checkSimulated(em, store, 'pix');
  const mandate = (await readLatestMandates(reader(em), [subscriptionId])).get(subscriptionId);
  if (outcome === 'canceled' ? mandate?.status !== 'authorized' : mandate?.status !== 'pending') {
    const [code, what] =
      outcome === 'canceled'
        ? ['not_authorized', 'authorization that its payer could cancel']
        : ['nothing_to_authorize', 'authorization that waits for its payer'];
    throw conflict(code, `Subscription ${subscriptionId} has no ${what}.`);
  }
  if (!(await sandbox.callbacks.say(sandboxAuthorization(mandate!.id, outcome)))) {
    throw serviceUnavailable('The callback was not acknowledged. It is sent again by itself: read the subscription.');
  }
}
