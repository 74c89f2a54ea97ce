import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { lockCompany } from '../accounts/companies/lock-company.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import { inTransaction } from '../base/db/transaction.ts';
import { conflict, invalidFields, notFound, serviceUnavailable, type ApiError } from '../base/errors/errors.ts';
import { tellOfWork } from '../base/outbox/work-left.ts';
import type { Clock } from '../base/time/clock.ts';
import type { PaymentMethod } from '../banking/payment-method.ts';
import { findGatewayAccount } from './read-account.ts';
import { GatewayAccount } from './gateway-account.entity.ts';
import type { GatewayAccountInfo, GatewayProvider, GatewaySettings } from './gateway-provider.ts';
import type { GatewayRegistry } from './gateway-registry.ts';
import { openSettings, sealSettings } from './gateway-settings.ts';
import { tellHeldCharges, tellHeldSubscriptions } from './held-work.ts';
import { GatewayUnavailableError } from './payment-gateway.ts';

interface SetGatewayDeps {
  em: EntityManager;
  clock: Clock;
  secrets: SecretBox;
  gateways: Pick<GatewayRegistry, 'providers'>;
  /** Writes what goes with it in the same transaction: the line in the audit log. */
  note?: (tx: EntityManager, account: GatewayAccount) => void;
}

/**
 * Sets a store's access to a gateway, and the methods by which the store collects there from now on: its other accounts
 * collect by them no more, and keep what was made with them. The gateway itself is asked first, outside any
 * transaction; nothing is written unless it takes the settings. A secret that is left out stays what it is. All that
 * waited for an access is told.
 *
 * @param settings by the names of the provider's; those it does not know are left out
 * @param collects left out: as it is; for a new account, all that the gateway can and no other of the store does
 * @returns the account, and whether the store had one before
 * @throws ApiError 404 for a gateway that there is not; 409 `gateway_changed` where somebody else set it meanwhile; 422
 *   naming each setting that is wrong; 503 where the gateway cannot be asked
 */
export async function setGateway(
  { em, clock, secrets, gateways, note }: SetGatewayDeps,
  {
    store,
    gateway,
    settings: given,
    collects,
  }: { store: Store; gateway: string; settings: GatewaySettings; collects?: PaymentMethod[] | undefined },
): Promise<{ account: GatewayAccount; isNew: boolean }> {
  const { companyId, environment } = store;
  const provider = gateways.providers.find(({ name }) => name === gateway);
  if (!provider) throw notFound('gateway', gateway);
  const present = await findGatewayAccount(em, store, gateway);
  const known = present ? openSettings(secrets, present) : {};
  const settings = fillIn(provider, given, known);
  const info = await check(provider, { store, settings });
  const storeTime = await clock.now(store);

  return inTransaction(em, async (tx) => {
    const now = new Date();
    const kept = sealSettings(secrets, { provider, whose: store, settings });
    const { accountId, displayName, methods, accessEndsAt = null, statementText = null } = info;
    const works = {
      checkedAt: now,
      failingSince: null,
      failure: null,
      nextProbeAt: null,
      alertedAt: null,
    };
    await lockCompany(tx, companyId);
    const account = await tx.findOne(GatewayAccount, { companyId, environment, gateway }, { refresh: true });
    // Else a secret that was left out would bring back the one that somebody has just exchanged.
    if (account?.updatedAt.getTime() !== present?.updatedAt.getTime()) throw changedMeanwhile();
    const others = await tx.find(
      GatewayAccount,
      { companyId, environment, gateway: { $ne: gateway } },
      { refresh: true },
    );
    const chosen = collects ?? account?.collects ?? freeMethods(provider, others);
    await takeOver(tx, others, chosen);
    const ends = { accessEndsAt, endWarnedDays: null };
    const told = { accountId, displayName, methods, statementText };
    const values = { ...told, collects: chosen, ...kept, ...works, ...ends, updatedAt: now };
    const set = account
      ? tx.assign(account, values)
      : tx.create(GatewayAccount, { companyId, environment, gateway, ...values, createdAt: now });
    note?.(tx, set);
    await tx.flush();
    await tellHeldCharges(tx, { companyId, environment });
    await tellHeldSubscriptions(tx, { companyId, environment, now: storeTime });
    await tellOfWork(tx, 'outbox');
    return { account: set, isNew: account === null };
  });
}

function freeMethods({ methods }: GatewayProvider, others: readonly GatewayAccount[]): PaymentMethod[] {
  const taken = new Set(others.flatMap(({ collects }) => collects));
  return methods.filter((method) => !taken.has(method));
}

/** Written before the account that takes over: no two collect by a method at any moment. */
async function takeOver(tx: EntityManager, others: GatewayAccount[], methods: readonly PaymentMethod[]): Promise<void> {
  for (const other of others) other.collects = other.collects.filter((method) => !methods.includes(method));
  await tx.flush();
}

function changedMeanwhile(): ApiError {
  return conflict('gateway_changed', 'Somebody else has set the gateway meanwhile: look at it, and try again.');
}

/** @throws ApiError 404 where the store has none there */
export async function removeGateway(
  em: EntityManager,
  { companyId, environment }: Store,
  gateway: string,
): Promise<GatewayAccount> {
  return inTransaction(em, async (tx) => {
    const account = await tx.findOne(GatewayAccount, { companyId, environment, gateway });
    if (!account) throw notFound('gateway', `${gateway} of store ${companyId} in ${environment}`);
    tx.remove(account);
    return account;
  });
}

function fillIn(provider: GatewayProvider, given: GatewaySettings, known: GatewaySettings): GatewaySettings {
  const filled = provider.settings.map(({ name, isSecret, make }) => {
    if (make) return [name, known[name] ?? make()] as const;
    const value = (given[name] ?? '').trim();
    return [name, value || (isSecret ? (known[name] ?? '') : '')] as const;
  });
  return Object.fromEntries(filled);
}

async function check(
  provider: GatewayProvider,
  { store, settings }: { store: Store; settings: GatewaySettings },
): Promise<GatewayAccountInfo> {
  const missing = provider.settings
    .filter(({ name, isRequired }) => isRequired && !settings[name])
    .map(({ name, label }) => ({ field: name, code: 'required', message: `${label.en} is required.` }));
  if (missing.length > 0) throw invalidFields(missing);
  try {
    const result = await provider.check({ store, settings });
    if (Array.isArray(result)) throw invalidFields(result);
    return result;
  } catch (error) {
    if (!(error instanceof GatewayUnavailableError)) throw error;
    throw serviceUnavailable(`${provider.title} could not be asked whether the settings are good: try again.`);
  }
}
