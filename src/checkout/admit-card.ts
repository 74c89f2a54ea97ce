import type { EntityManager } from '@mikro-orm/postgresql';
import { mailOwners, type StoreMailDeps } from '../accounts/people/store-mail.ts';
import { writeAttack } from '../accounts/people/write-mail.ts';
import { recordAudit, type Actor } from '../accounts/audit/record-audit.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import { StoreSettings } from '../accounts/companies/store-settings.entity.ts';
import type { Store } from '../base/environment.ts';
import { inTransaction } from '../base/db/transaction.ts';
import { forbidden, tooManyRequests } from '../base/errors/errors.ts';
import type { Spent } from '../base/http/rate-limit/lease-points.ts';
import type { RateLimits } from '../base/http/rate-limit/rate-limits.ts';
import { wholeSeconds } from '../base/http/rate-limit/whole-seconds.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import { GatewayUnavailableError } from '../gateways/payment-gateway.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import { isSolved } from './card-challenge.ts';

const WINDOW_MINUTES = 15;
/** A store with fewer cards in the window has payers whose cards fail. */
const LEAST_CARDS = 20;
/** Stores see one card in ten refused, at a bad hour three; whoever tries stolen numbers sees nearly all. */
const SHARE_REFUSED = 0.7;
/** An attack that was noticed counts for so long after the last look that saw it. */
export const ATTACK_MINUTES = 60;

const PLATFORM: Actor = { personId: null, name: 'platform', address: '', userAgent: '', byOperator: true };

interface AdmitDeps extends StoreMailDeps {
  em: EntityManager;
  limits: RateLimits;
  gateways: GatewayRegistry;
}

interface TriedCard {
  hash: string;
  address: string;
  cardToken: string;
  challenge: string | undefined;
  now: Date;
}

/**
 * Admits a card at a checkout. At all invoices of a store together, an address may try so many cards, and a card may
 * be tried so many times. While the store is under attack, each try needs a solved challenge first.
 *
 * @throws ApiError 429 `too_many_cards`; 403 `challenge_needed`
 */
export async function admitCard(
  deps: AdmitDeps,
  { hash, address, cardToken, challenge, now }: TriedCard,
): Promise<void> {
  const { em, limits, secrets } = deps;
  const invoice = await em.fork().findOne(Invoice, { checkoutHash: hash }, { fields: ['companyId', 'environment'] });
  if (!invoice) return;
  const store: Store = { companyId: invoice.companyId, environment: invoice.environment };
  refuseBeyond(await limits.spendCardFrom(store, address), 'Too many cards from this address');
  const fingerprint = await fingerprintOf(deps, store, cardToken);
  if (fingerprint !== null) {
    refuseBeyond(await limits.spendTryOfCard(store, fingerprint), 'This card was tried too many times');
  }
  if (!(await isUnderAttack(deps, store, now))) return;
  if (challenge !== undefined && isSolved(secrets, { hash, challenge, now })) {
    // A solution counts once.
    if (!(await limits.spendChallenge(challenge)).exceeded) return;
  }
  throw forbidden('challenge_needed', 'Solve the challenge of GET /checkout/{hash}/challenge, and send it along.');
}

function refuseBeyond({ exceeded, resetMs }: Spent, said: string): void {
  if (!exceeded) return;
  const seconds = wholeSeconds(resetMs);
  throw tooManyRequests('too_many_cards', `${said}: try again in ${seconds} s.`, seconds);
}

/** Null where the store's gateway gives none, or does not answer: a payer does not pay for its trouble. */
async function fingerprintOf({ em, gateways }: AdmitDeps, store: Store, cardToken: string): Promise<string | null> {
  try {
    const collecting = await gateways.forStore(em.fork(), store, 'card');
    const gateway = collecting && (await gateways.open(em, collecting.name, store));
    return (await gateway?.cardFingerprint?.(cardToken)) ?? null;
  } catch (error) {
    if (error instanceof GatewayUnavailableError) return null;
    throw error;
  }
}

/** Whether a store asks for challenges now; looks whether it must begin to. */
async function isUnderAttack(deps: AdmitDeps, store: Store, now: Date): Promise<boolean> {
  const { attackMode, attackUntil } = await deps.em.fork().findOneOrFail(StoreSettings, { ...store });
  if (attackMode !== 'auto') return attackMode === 'on';
  const isOn = attackUntil !== null && attackUntil > now;
  if (!(await areCardsTried(deps.em, store, now))) return isOn;
  await begin(deps, store, now);
  return true;
}

async function areCardsTried(em: EntityManager, { companyId, environment }: Store, now: Date): Promise<boolean> {
  const [row] = await em.fork().execute<[{ cards: string; refused: string }]>(
    `select count(*) as cards, count(*) filter (where state = 'refused') as refused from payment_attempts
     where company_id = ? and environment = ? and method = 'card' and created_at > ?`,
    [companyId, environment, new Date(now.getTime() - WINDOW_MINUTES * 60_000)],
  );
  const [cards, refused] = [Number(row.cards), Number(row.refused)];
  return cards >= LEAST_CARDS && refused >= cards * SHARE_REFUSED;
}

/** The owners are told when an attack begins, not each time that it goes on. */
async function begin({ em, secrets, publicUrl }: AdmitDeps, store: Store, now: Date): Promise<void> {
  await inTransaction(em.fork(), async (tx) => {
    const [row] = await tx.execute<{ is_new: boolean }[]>(
      `with before as (select id, attack_until from store_settings where company_id = ? and environment = ? for no key update)
       update store_settings set attack_until = ? from before where store_settings.id = before.id
       returning before.attack_until is null or before.attack_until <= ? as is_new`,
      [store.companyId, store.environment, new Date(now.getTime() + ATTACK_MINUTES * 60_000), now],
    );
    if (!row?.is_new) return;
    recordAudit(tx, PLATFORM, { action: 'attackModeBegan', ...store, subject: 'card testing', now });
    const { name } = await tx.findOneOrFail(Company, store.companyId);
    const url = `${publicUrl}/panel/stores/${store.companyId}/${store.environment}/security`;
    await mailOwners(tx, secrets, { store, write: (language) => writeAttack(language, { store: name, url }) });
  });
}
