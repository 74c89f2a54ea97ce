import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import type { Store } from '../../base/environment.ts';
import {
  conflict,
  gatewayNotConfigured,
  invalidFields,
  notFound,
  serviceUnavailable,
} from '../../base/errors/errors.ts';
import type { StoreTransactions } from '../../base/http/store-transactions.ts';
import type { Clock } from '../../base/time/clock.ts';
import { findSameCard } from '../../catalog/cards/find-saved-card.ts';
import { SavedCard, savedCardContext } from '../../catalog/cards/saved-card.entity.ts';
import { Customer } from '../../catalog/customers/customer.entity.ts';
import type { GatewayRegistry } from '../../gateways/gateway-registry.ts';
import {
  GatewayAccountError,
  GatewayUnavailableError,
  type KeepCardRequest,
  type KeepCardResult,
  type PaymentGateway,
} from '../../gateways/payment-gateway.ts';
import { payerOf } from '../../invoices/check-chargeable.ts';
import { MAX_SAVED_CARDS, offerCard } from './offer-card.ts';

export interface SaveCardDeps {
  em: EntityManager;
  clock: Clock;
  secrets: SecretBox;
  gateways: GatewayRegistry;
  transact: StoreTransactions;
}

/** A gateway forgets a card that nobody has saved by then, as the process died or the answer was lost. */
const UNSAVED_MS = 3_600_000;

/**
 * Has the store's gateway keep a card of a customer, without a charge. The gateway is asked outside any transaction: a
 * card that it keeps and that is not written down is forgotten after an hour. Saving a card twice saves it once.
 *
 * @throws ApiError 404; 409 `customer_erased` or `too_many_saved_cards`; 422 `card_refused` and
 *   `gateway_not_configured`; 503 where the gateway does not answer
 */
export async function saveCard(
  deps: SaveCardDeps,
  { store, customerId, cardToken }: { store: Store; customerId: number; cardToken: string },
): Promise<SavedCard> {
  const { transact, secrets, gateways } = deps;
  const at = await deps.clock.now(store);
  const { id, payer, gateway } = await transact(store, async (tx) => {
    // Nobody erases the customer meanwhile.
    const lock = { lockMode: LockMode.PESSIMISTIC_READ } as const;
    const customer = await tx.findOne(Customer, { id: customerId, ...store }, lock);
    if (!customer) throw notFound('customer', customerId);
    const collecting = await gateways.forStore(tx, store, 'card');
    if (!collecting) throw gatewayNotConfigured('card');
    const about = { store, customerId, gateway: collecting, secrets, cardToken, at };
    const offered = await offerCard(tx, { ...about, forgetAt: new Date(Date.now() + UNSAVED_MS) });
    if (!offered) throw tooManyCards(customerId);
    return { id: offered.id, payer: payerOf(customer), gateway: collecting };
  });
  const result = await keep(await gateways.open(deps.em, gateway.name, store), { cardToken, payer });
  if (result.status === 'kept') return transact(store, (tx) => save(tx, secrets, { id, result, at }));
  await transact(store, (tx) => tx.nativeDelete(SavedCard, { id }));
  const message = `card_token: the card was refused: ${result.reason}. Ask the customer for another.`;
  throw invalidFields([{ field: 'card_token', code: 'card_refused', message }]);
}

async function keep(gateway: PaymentGateway, request: KeepCardRequest): Promise<KeepCardResult> {
  if (!gateway.keepCard) throw gatewayNotConfigured('card');
  try {
    return await gateway.keepCard(request);
  } catch (error) {
    if (error instanceof GatewayAccountError || error instanceof GatewayUnavailableError) {
      throw serviceUnavailable('The gateway did not keep the card: try again in a moment.');
    }
    throw error;
  }
}

async function save(
  tx: EntityManager,
  secrets: SecretBox,
  { id, result, at }: { id: number; result: KeepCardResult & { status: 'kept' }; at: Date },
): Promise<SavedCard> {
  const offered = await tx.findOneOrFail(SavedCard, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  const { cardToken, brand, last4, fingerprint, expMonth, expYear } = result;
  const identity = { gatewayAccountId: offered.gatewayAccountId, fingerprint, expMonth, expYear };
  const known = await findSameCard(tx, offered, identity);
  if (known) {
    tx.remove(offered);
    await tx.flush();
    return known;
  }
  const token = secrets.seal(cardToken, savedCardContext(id));
  Object.assign(offered, identity, { brand, last4, token, state: 'saved', forgetAt: null, updatedAt: at });
  await tx.flush();
  return offered;
}

function tooManyCards(customerId: number): Error {
  const why = `Customer ${customerId} has ${MAX_SAVED_CARDS} saved cards: delete one first.`;
  return conflict('too_many_saved_cards', why);
}
