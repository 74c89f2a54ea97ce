import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { conflict } from '../base/errors/errors.ts';
import type { GatewayRegistry } from './gateway-registry.ts';
import { SANDBOX_GATEWAY } from './sandbox/sandbox-gateway.ts';

/**
 * Another gateway's charges are decided there, at its time, and a card of the sandbox's is no card of its.
 *
 * @throws ApiError 409 `gateway_not_simulated`
 */
export async function checkSimulated(
  { em, gateways }: { em: EntityManager; gateways: GatewayRegistry },
  store: Store,
): Promise<void> {
  const gateway = await gateways.forStore(em, store);
  if (!gateway || gateway.name === SANDBOX_GATEWAY) return;
  throw conflict(
    'gateway_not_simulated',
    "This sandbox collects with the store's own gateway in test mode, which has its own time and its own test means: remove it in the panel, under Store, to have payments and time simulated.",
  );
}
