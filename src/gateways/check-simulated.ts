import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { conflict, type ApiError } from '../base/errors/errors.ts';
import type { PaymentMethod } from '../banking/payment-method.ts';
import { findCollectingAccount, gatewayAccountsOf } from './read-account.ts';

/**
 * Another gateway's charges are decided there, at its time, and a card of the sandbox's is no card of its.
 *
 * @param method of the charge that is simulated; null: time is, which passes for the charges of all methods
 * @throws ApiError 409 `gateway_not_simulated`
 */
export async function checkSimulated(em: EntityManager, store: Store, method: PaymentMethod | null): Promise<void> {
  const collects = method
    ? (await findCollectingAccount(em, store, method)) !== null
    : (await gatewayAccountsOf(em, store)).some(({ collects }) => collects.length > 0);
  if (collects) throw notSimulated();
}

/** @returns 409 `gateway_not_simulated` */
export function notSimulated(): ApiError {
  return conflict(
    'gateway_not_simulated',
    "This sandbox collects with the store's own gateway in test mode, which has its own time and its own test means: remove it in the panel, under Store, to have payments and time simulated.",
  );
}
