import type { EntityManager } from '@mikro-orm/postgresql';
import { TOKEN_PREFIXES } from '../../../src/accounts/companies/api-tokens.ts';
import { hashKey, newKey } from '../../../src/base/crypto/keys.ts';
import type { Store } from '../../../src/base/environment.ts';
import { createSecretBox, type SecretBox } from '../../../src/base/crypto/secret-box.ts';
import { openDatabase } from '../../../src/app/open-database.ts';
import { openGateways } from '../../../src/app/open-gateways.ts';
import { callbackPath } from '../../../src/gateways/callback-path.ts';
import type { GatewaySettings } from '../../../src/gateways/gateway-provider.ts';
import type { GatewayRegistry } from '../../../src/gateways/gateway-registry.ts';
import { sealSettings } from '../../../src/gateways/gateway-settings.ts';
import type { Endpoint } from './courier.ts';
import { ENCRYPTION_KEYS, type Platform } from './platform.ts';
import type { Receivers } from './receivers.ts';

/** A webhook of a store, and the receiver behind it. */
export interface Subscription {
  /** The path of the receiver. */
  path: string;
  /** `*` for all of them. */
  events: readonly string[];
}

/** A store of the test's: in the sandbox, where receivers may be on loopback. */
export interface FaultStore {
  companyId: number;
  token: string;
  customerId: number;
  productId: number;
  /** `stripe`: the till's, whose ledger is out of the product's reach. */
  gateway: 'sandbox' | 'stripe';
  callbacks: Endpoint;
  subscriptions: readonly Subscription[];
}

export const PRICE_CENTS = 5_000;
const PAYER = {
  ...{ name: 'Beatriz Nogueira', email: 'beatriz@example.com', document: '11144477735' },
  address: {
    ...{ zip_code: '01310100', street: 'Avenida Paulista', number: '1578', district: 'Bela Vista' },
    ...{ city: 'São Paulo', state: 'SP' },
  },
};
/**
 * So often, a second apart, that a receiver is reached all the same, though it fails one time in four and is out of
 * reach for a minute.
 */
const RETRIES = 200;
const ONE_IN_FOUR = 0.25;
const ENDS = ['invoice.payment_confirmed', 'invoice.refused', 'invoice.canceled', 'invoice.refunded'];

/** A company with a token for its sandbox, by the columns that every version has: a trigger has its settings follow. */
async function addCompany(em: EntityManager): Promise<{ companyId: number; token: string }> {
  const [row] = await em.execute<[{ id: string }]>(
    `insert into companies (name, city, plan, rate_limit_per_minute, webhook_retries, webhook_retry_interval_seconds, created_at)
     values ('Padaria Estrela', 'São Paulo', 'scale', 1000000, ?, 1, now()) returning id`,
    [RETRIES],
  );
  const companyId = Number(row.id);
  const token = TOKEN_PREFIXES.sandbox + newKey();
  await em.execute(
    `insert into api_tokens (company_id, environment, token_hash, created_at) values (?, 'sandbox', ?, now())`,
    [companyId, hashKey(token)],
  );
  return { companyId, token };
}

/** An account at the till, by the columns that every version has: an upgrade begins with the tables of an older one. */
async function addAccount(
  { em, secrets, gateways }: { em: EntityManager; secrets: SecretBox; gateways: Pick<GatewayRegistry, 'providers'> },
  { store, settings }: { store: Store; settings: GatewaySettings },
): Promise<void> {
  const provider = gateways.providers.find(({ name }) => name === 'stripe')!;
  const info = await provider.check({ store, settings });
  if (Array.isArray(info)) throw new Error(`the till refuses the settings: ${JSON.stringify(info)}`);
  const kept = sealSettings(secrets, { provider, whose: store, settings });
  await em.execute(
    `insert into gateway_accounts (company_id, environment, gateway, account_id, display_name, methods, settings, secrets,
       secret_ends, checked_at, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?::jsonb, ?::jsonb, ?, ?::jsonb, now(), now(), now())`,
    [
      ...[store.companyId, store.environment, provider.name, info.accountId, info.displayName],
      ...[JSON.stringify(info.methods), JSON.stringify(kept.settings), kept.secrets, JSON.stringify(kept.secretEnds)],
    ],
  );
}

/** Two stores that collect with the sandbox's gateway, and two with the till; each with three webhooks. */
export async function createStores(
  { databaseUrl, publicUrl }: Platform,
  { stripeApiUrl, receivers }: { stripeApiUrl: string; receivers: Receivers },
): Promise<FaultStore[]> {
  const orm = await openDatabase({ databaseUrl, poolSize: 1 });
  const secrets = createSecretBox(ENCRYPTION_KEYS);
  const { gateways } = openGateways(orm.em, secrets, { port: 1, publicUrl, stripeApiUrl });
  const stores: FaultStore[] = [];
  try {
    for (const gateway of ['sandbox', 'stripe', 'sandbox', 'stripe'] as const) {
      const { companyId, token } = await addCompany(orm.em.fork());
      const store: Store = { companyId, environment: 'sandbox' };
      const callbackSecret = `whsec_of_store_${companyId}`;
      if (gateway === 'stripe') {
        const settings = {
          secret_key: 'sk_test_fatura',
          publishable_key: 'pk_test_fatura',
          statement_suffix: 'PADARIA',
        };
        const given = { store, settings: { ...settings, callback_secret: callbackSecret } };
        await addAccount({ em: orm.em.fork(), secrets, gateways }, given);
      }
      const post = (path: string, body: object) => create(publicUrl, { token, path, body });
      const subscriptions = [];
      for (const [name, events, failsWith] of [
        ['steady', ['*'], 0],
        ['flaky', ['*'], ONE_IN_FOUR],
        ['choosy', ENDS, 0],
      ] as const) {
        const path = `/${companyId}/${name}`;
        const { secret } = await post('/webhooks', { url: receivers.url(path), events });
        receivers.add(path, { secret, failsWith });
        subscriptions.push({ path, events });
      }
      const { id: customerId } = await post('/customers', PAYER);
      const { id: productId } = await post('/products', { name: 'Pão de queijo', price: PRICE_CENTS / 100 });
      const callbacks = { url: `${publicUrl}${callbackPath('stripe', store)}`, secret: callbackSecret };
      stores.push({ companyId, token, customerId, productId, gateway, callbacks, subscriptions });
    }
  } finally {
    await orm.close();
  }
  return stores;
}

/** A store of the sandbox's gateway, with a receiver that takes every event. */
export async function createSandboxStore(
  { databaseUrl, publicUrl }: Platform,
  receivers: Receivers,
): Promise<Pick<FaultStore, 'companyId' | 'token' | 'customerId' | 'productId'>> {
  const orm = await openDatabase({ databaseUrl, poolSize: 1 });
  const { companyId, token } = await addCompany(orm.em.fork()).finally(() => orm.close());
  const post = (path: string, body: object) => create(publicUrl, { token, path, body });
  const path = `/${companyId}/steady`;
  const { secret } = await post('/webhooks', { url: receivers.url(path), events: ['*'] });
  receivers.add(path, { secret, failsWith: 0 });
  const { id: customerId } = await post('/customers', PAYER);
  const { id: productId } = await post('/products', { name: 'Pão de queijo', price: PRICE_CENTS / 100 });
  return { companyId, token, customerId, productId };
}

/** A store that collects with the till in production, whose payers are written to. It has no webhooks. */
export async function createProductionStore(
  { databaseUrl, publicUrl }: Platform,
  { stripeApiUrl }: { stripeApiUrl: string },
): Promise<Pick<FaultStore, 'companyId' | 'token' | 'customerId' | 'productId'>> {
  const orm = await openDatabase({ databaseUrl, poolSize: 1 });
  const secrets = createSecretBox(ENCRYPTION_KEYS);
  const { gateways } = openGateways(orm.em, secrets, { port: 1, publicUrl, stripeApiUrl });
  try {
    const { companyId } = await addCompany(orm.em.fork());
    const token = TOKEN_PREFIXES.production + newKey();
    await orm.em
      .fork()
      .execute(
        `insert into api_tokens (company_id, environment, token_hash, created_at) values (?, 'production', ?, now())`,
        [companyId, hashKey(token)],
      );
    const settings = {
      ...{ secret_key: 'sk_live_fatura', publishable_key: 'pk_live_fatura', statement_suffix: 'PADARIA' },
      callback_secret: `whsec_of_store_${companyId}`,
    };
    const store: Store = { companyId, environment: 'production' };
    await addAccount({ em: orm.em.fork(), secrets, gateways }, { store, settings });
    const post = (path: string, body: object) => create(publicUrl, { token, path, body });
    const { id: customerId } = await post('/customers', PAYER);
    const { id: productId } = await post('/products', { name: 'Pão de queijo', price: PRICE_CENTS / 100 });
    return { companyId, token, customerId, productId };
  } finally {
    await orm.close();
  }
}

async function create(
  publicUrl: string,
  { token, path, body }: { token: string; path: string; body: object },
): Promise<{ id: number; secret: string }> {
  const response = await fetch(`${publicUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { id: number; secret: string };
}
