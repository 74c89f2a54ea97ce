import { systemClock } from '../../../src/time/clock.ts';
import { createCompany } from '../../../src/companies/create-company.ts';
import type { Store } from '../../../src/companies/environment.ts';
import { createSecretBox } from '../../../src/crypto/secret-box.ts';
import { openDatabase } from '../../../src/db/orm.ts';
import { openGateways } from '../../../src/open-gateways.ts';
import { callbackPath } from '../../../src/payments/gateways/callback-path.ts';
import { setGateway } from '../../../src/payments/gateways/set-gateway.ts';
import type { Endpoint } from './courier.ts';
import { ENCRYPTION_KEYS, type Platform } from './platform.ts';
import type { Receivers } from './receivers.ts';

/** A webhook of a store, and the receiver behind it. */
export interface Subscription {
  /** Of the receiver. */
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
/** So often, a second apart, that a receiver is reached all the same, though it fails one time in four and is out of reach for a minute. */
const RETRIES = 200;
const ONE_IN_FOUR = 0.25;
const ENDS = ['invoice.payment_confirmed', 'invoice.refused', 'invoice.canceled', 'invoice.refunded'];

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
      const { company, sandboxToken: token } = await createCompany(orm.em.fork(), {
        ...{ name: 'Padaria Estrela', city: 'São Paulo', plan: 'scale', rateLimitPerMinute: 1_000_000 },
        ...{ webhookRetries: RETRIES, webhookRetryIntervalSeconds: 1, now: new Date() },
      });
      const store: Store = { companyId: company.id, environment: 'sandbox' };
      const callbackSecret = `whsec_of_store_${company.id}`;
      if (gateway === 'stripe') {
        const settings = {
          secret_key: 'sk_test_fatura',
          publishable_key: 'pk_test_fatura',
          statement_suffix: 'PADARIA',
        };
        const given = { store, gateway, settings: { ...settings, callback_secret: callbackSecret } };
        await setGateway({ em: orm.em.fork(), clock: systemClock, secrets, gateways }, given);
      }
      const post = (path: string, body: object) => create(publicUrl, { token, path, body });
      const subscriptions = [];
      for (const [name, events, failsWith] of [
        ['steady', ['*'], 0],
        ['flaky', ['*'], ONE_IN_FOUR],
        ['choosy', ENDS, 0],
      ] as const) {
        const path = `/${company.id}/${name}`;
        const { secret } = await post('/webhooks', { url: receivers.url(path), events });
        receivers.add(path, { secret, failsWith });
        subscriptions.push({ path, events });
      }
      const { id: customerId } = await post('/customers', PAYER);
      const { id: productId } = await post('/products', { name: 'Pão de queijo', price: PRICE_CENTS / 100 });
      const callbacks = { url: `${publicUrl}${callbackPath('stripe', store)}`, secret: callbackSecret };
      stores.push({ companyId: company.id, token, customerId, productId, gateway, callbacks, subscriptions });
    }
  } finally {
    await orm.close();
  }
  return stores;
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
