import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import { claim } from '../../base/db/claim.ts';
import { SavedCard, savedCardContext } from '../../catalog/cards/saved-card.entity.ts';
import type { GatewayRegistry } from '../../gateways/gateway-registry.ts';
import { GatewayAccountError, GatewayUnavailableError } from '../../gateways/payment-gateway.ts';

const BATCH = 10;
/** A gateway that does not answer is asked again after this; so is the gateway of a card whose process died. */
const AGAIN_MINUTES = 15;

export interface ForgetCardsDeps {
  em: EntityManager;
  secrets: SecretBox;
  gateways: Pick<GatewayRegistry, 'open'>;
  log: Logger;
}

/**
 * Tells gateways to forget cards that were deleted, or offered and never saved, and deletes their rows. Cards that have
 * waited longest come first; the next try of a card whose gateway fails is later, so that no gateway holds up another.
 *
 * @returns how many are gone
 */
export async function forgetCards(deps: ForgetCardsDeps): Promise<number> {
  const cards = await lease(deps.em);
  const gone = await Promise.all(cards.map((card) => forget(deps, card)));
  return gone.filter(Boolean).length;
}

async function lease(em: EntityManager): Promise<SavedCard[]> {
  const fork = em.fork();
  const rows = await fork.execute<{ id: string }[]>(
    claim(
      `select id from saved_cards where forget_at <= now()::timestamptz(3)
       order by forget_at limit ${BATCH} for no key update skip locked`,
      `update saved_cards set state = 'leaving', forget_at = now() + interval '${AGAIN_MINUTES} minutes'
       from claimed where saved_cards.id = claimed.id returning claimed.id`,
    ),
  );
  return fork.find(SavedCard, { id: rows.map(({ id }) => Number(id)) });
}

async function forget({ em, secrets, gateways, log }: ForgetCardsDeps, card: SavedCard): Promise<boolean> {
  const { id, gateway: name, companyId, environment, gatewayAccountId } = card;
  try {
    const gateway = await gateways.open(em, name, { companyId, environment, gatewayAccountId });
    await gateway.forgetCard?.(secrets.open(card.token, savedCardContext(id)));
  } catch (error) {
    const isOfGateway = error instanceof GatewayAccountError || error instanceof GatewayUnavailableError;
    if (!isOfGateway) throw error;
    // Nobody here can ask an account that the store has left.
    const isOutOfReach = error instanceof GatewayAccountError && error.failure === 'not_configured';
    if (!isOutOfReach) {
      log.warn({ err: error, saved_card: id }, 'a gateway did not forget a card; it is asked again');
      return false;
    }
  }
  await em.fork().nativeDelete(SavedCard, { id });
  return true;
}
