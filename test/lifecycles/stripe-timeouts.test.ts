import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Stripe } from 'stripe';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { openGateways } from '../../src/app/open-gateways.ts';
import { cancelCharge } from '../../src/payments/cancel-charge.ts';
import { createGatewayRegistry, type GatewayRegistry } from '../../src/gateways/gateway-registry.ts';
import { GatewayUnavailableError } from '../../src/gateways/payment-gateway.ts';
import { createStripeGateway } from '../../src/gateways/stripe/stripe-gateway.ts';
import { registerCharge } from '../../src/payments/register-charge.ts';
import { makeRefund } from '../../src/payments/refunds/make-refund.ts';
import { eventually } from '../support/eventually.ts';
import type { How } from '../support/stripe-server/faults.ts';
import { checkBooks, useStripeWithoutWorker, type StripeStore } from '../support/stripe-store.ts';
import { TEST_KEYS } from '../support/world.ts';

/** How long this Stripe is waited for. */
const PATIENCE_MS = 150;

const FAULTS: readonly { fault: string; how: How; times?: number }[] = [
  { fault: 'a request that is never answered, nor heeded', how: 'hang_before' },
  { fault: 'an answer that never comes', how: 'hang_after' },
  // The client itself tries once more when a connection breaks, under the same key.
  { fault: 'a request that is cut off', how: 'drop_before', times: 2 },
  { fault: 'an answer that is cut off', how: 'drop_after', times: 2 },
  { fault: 'a failure', how: '500_before' },
  { fault: 'a failure although it was done', how: '500_after' },
  { fault: 'a lock', how: '409_lock' },
  { fault: 'too many requests', how: { status: 429, retryAfter: 1 } },
  { fault: 'a key that is in use', how: { delayMs: 2 * PATIENCE_MS } },
];
const DONE_UNHEARD = FAULTS.filter(({ how }) => how === 'hang_after' || how === 'drop_after' || how === '500_before');

const PIX = { method: 'Pix', fields: {}, card: null, then: 'pending' };
const CARD = { method: 'card', fields: { payment_method: 'card' }, card: 'pm_card_visa', then: 'paid' };
const IN_PARTS = {
  ...{ method: 'card in parts', fields: { payment_method: 'card', installments: 3 } },
  ...{ card: 'pm_card_br', then: 'paid' },
};
const REFUSED = { ...CARD, method: 'refused card', card: 'pm_card_visa_chargeDeclined', then: 'refused' };

const STEPS = [
  { ...PIX, step: 'the customer', path: '/v1/customers', faults: DONE_UNHEARD },
  { ...PIX, step: 'the charge', path: '/v1/payment_intents', faults: FAULTS },
  { ...CARD, step: 'the charge', path: '/v1/payment_intents', faults: FAULTS },
  { ...IN_PARTS, step: 'the charge', path: '/v1/payment_intents', faults: DONE_UNHEARD },
  { ...IN_PARTS, step: 'its confirmation', path: /^\/v1\/payment_intents\/\w+\/confirm$/, faults: FAULTS },
  { ...REFUSED, step: 'the charge', path: '/v1/payment_intents', faults: DONE_UNHEARD },
];
const CASES = STEPS.flatMap(({ faults, ...step }) => faults.map((fault) => ({ ...step, ...fault })));
const PAIRS = DONE_UNHEARD.flatMap((first) =>
  DONE_UNHEARD.map((then) => ({ first, then, fault: first.fault, next: then.fault })),
);

describe('answers of Stripe that do not come', () => {
  const platform = useStripeWithoutWorker();
  const secrets = createSecretBox(TEST_KEYS);
  let gateways: GatewayRegistry;
  let store: StripeStore;

  beforeAll(async () => {
    const { world, orm, stripe, createStore } = platform.current;
    const { sandbox, gateways: opened } = openGateways(orm.em, secrets, world.config);
    const { hostname: host, port } = new URL(stripe.url);
    const impatient = { host, port, protocol: 'http', timeout: PATIENCE_MS, maxNetworkRetries: 0 } as const;
    const providers = opened.providers.map((provider) => ({
      ...provider,
      open: (...[em, { store: whose, installation, accountId, settings }]: Parameters<typeof provider.open>) =>
        createStripeGateway({
          ...{ em, accountId, name: provider.name, statementSuffix: undefined },
          stripe: new Stripe(settings.secret_key!, impatient),
          mark: { installation, store: whose },
          callbackSecret: settings.callback_secret!,
        }),
    }));
    gateways = createGatewayRegistry({ sandbox, secrets, providers });
    store = await createStore();
  });
  afterEach(() => checkBooks(platform.current.world, platform.current.stripe));

  /** As Temporal does: again and again, and from the second time on as a retry. @returns how often it was tried */
  async function untilDone(work: (isRetry: boolean) => Promise<unknown>): Promise<number> {
    let tries = 0;
    await eventually(async () => {
      tries += 1;
      try {
        await work(tries > 1);
        return true;
      } catch (error) {
        if (error instanceof GatewayUnavailableError) return false;
        throw error;
      }
    }, Boolean);
    return tries;
  }
  const deps = () => ({ em: platform.current.orm.em, gateways, secrets, publicUrl: 'http://127.0.0.1' });
  const register = (attemptId: number) =>
    untilDone((isRetry) => registerCharge(deps(), { attemptId, at: new Date(), isRetry }));

  /** Makes an attempt of a payer whom Stripe does not know yet. */
  async function attempt(fields: Record<string, unknown>, card: string | null) {
    const payer = { name: 'Ana Souza', email: 'ana@example.com' };
    const customer = await store.api.create<{ id: number }>('/api/v1/customers', payer);
    const { id } = await store.createInvoice({ customer_id: customer.id, ...fields });
    if (card) await store.submit(id, card);
    const { payments } = await store.api.invoice(id);
    return { id, attemptId: payments[0]!.id };
  }
  async function paid() {
    const { id, attemptId } = await attempt(CARD.fields, CARD.card);
    await register(attemptId);
    return { id, attemptId };
  }

  test.each(CASES)('$method, $step: $fault', async ({ fields, card, then, path, how, times = 1 }) => {
    const { stripe } = platform.current;
    const { id, attemptId } = await attempt(fields, card);
    const since = stripe.requests.length;
    stripe.failNext({ method: 'POST', path, how, times });
    expect(await register(attemptId)).toBeGreaterThan(1);

    expect(await store.api.invoice(id)).toMatchObject({ status: then, payments: { length: 1 } });
    expect(store.intentsOf(attemptId)).toHaveLength(1);
    const charges = stripe.charges().filter(({ metadata }) => metadata.fatura_attempt === String(attemptId));
    expect(charges).toHaveLength(then === 'paid' ? 1 : 0);
    // It is asked for before it is charged again.
    const tries = stripe.requests.slice(since).filter(({ path: asked }) => asked === '/v1/payment_intents');
    const again = tries.filter((request, index) => index >= times && request.method === 'POST');
    for (const request of again) expect(tries[tries.indexOf(request) - 1]!.method).toBe('GET');
  });

  test.each(PAIRS)('a card, $fault, and then $next', async ({ first, then }) => {
    const { stripe } = platform.current;
    const { id, attemptId } = await attempt(CARD.fields, CARD.card);
    const path = '/v1/payment_intents';
    stripe.failNext({ method: 'POST', path, ...first });
    stripe.failNext({ method: 'GET', path, ...then });
    await register(attemptId);
    expect(await store.api.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
    expect(store.intentsOf(attemptId)).toHaveLength(1);
  });

  test('two workers that charge at once make one charge', async () => {
    const { stripe } = platform.current;
    const { id, attemptId } = await attempt({ payment_method: 'card' }, 'pm_card_visa');
    stripe.failNext({ method: 'POST', path: '/v1/payment_intents', how: { delayMs: 100 } });
    await Promise.all([register(attemptId), register(attemptId)]);
    expect(store.intentsOf(attemptId)).toHaveLength(1);
    expect(await store.api.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
  });

  test.each(FAULTS)('a refund, $fault: money goes back once', async ({ how, times = 1 }) => {
    const { stripe } = platform.current;
    const { id, attemptId } = await paid();
    const refund = await store.api.create<{ id: number }>(`/api/v1/invoices/${id}/refunds`, { amount: 40 });
    stripe.failNext({ method: 'POST', path: '/v1/refunds', how, times });
    await untilDone(() => makeRefund(deps(), { refundId: refund.id, at: new Date() }));
    const [intent] = store.intentsOf(attemptId);
    expect(stripe.refunds().filter((one) => one.payment_intent === intent!.id)).toMatchObject([{ amount: 4_000 }]);
    expect(await store.api.invoice(id)).toMatchObject({ amount_refunded: 40 });
  });

  test.each(DONE_UNHEARD)('canceling, $fault: it cannot be paid any more', async ({ how, times = 1 }) => {
    const { stripe } = platform.current;
    const { id, attemptId } = await attempt(PIX.fields, PIX.card);
    await register(attemptId);
    await store.api.create(`/api/v1/invoices/${id}/cancel`);
    stripe.failNext({ method: 'POST', path: /\/cancel$/, how, times });
    await untilDone(() => cancelCharge(deps(), { attemptId, at: new Date() }));
    expect(store.intentsOf(attemptId)).toMatchObject([{ status: 'canceled' }]);
  });

  test('canceled while the answer to its registration is lost, it is found, and canceled', async () => {
    const { stripe } = platform.current;
    const { id, attemptId } = await attempt({}, null);
    stripe.failNext({ method: 'POST', path: '/v1/payment_intents', how: 'drop_after', times: 2 });
    const first = registerCharge(deps(), { attemptId, at: new Date(), isRetry: false });
    await expect(first).rejects.toThrow(GatewayUnavailableError);
    await store.api.create(`/api/v1/invoices/${id}/cancel`);
    await untilDone(() => registerCharge(deps(), { attemptId, at: new Date(), isRetry: true }));
    await untilDone(() => cancelCharge(deps(), { attemptId, at: new Date() }));
    expect(store.intentsOf(attemptId)).toMatchObject([{ status: 'canceled' }]);
    expect(await store.api.invoice(id)).toMatchObject({ status: 'canceled', amount_paid: 0 });
  });
});
