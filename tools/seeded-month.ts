import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from '../src/app/config.ts';
import { openGateways } from '../src/app/open-gateways.ts';
import { addDays } from '../src/base/calendar/calendar-date.ts';
import { createSecretBox } from '../src/base/crypto/secret-box.ts';
import type { Store } from '../src/base/environment.ts';
import type { Clock } from '../src/base/time/clock.ts';
import { fallsDue, METHODS, type PaymentMethod } from '../src/banking/payment-method.ts';
import { createCustomer } from '../src/catalog/customers/create-customer.ts';
import { createProduct } from '../src/catalog/products/create-product.ts';
import type { SandboxEvent } from '../src/gateways/sandbox/sandbox-callbacks.ts';
import { SANDBOX_GATEWAY, sandboxPaymentId } from '../src/gateways/sandbox/sandbox-gateway.ts';
import { cancelInvoice } from '../src/invoices/cancel-invoice.ts';
import { createInvoice } from '../src/invoices/create-invoice.ts';
import { passDeadline } from '../src/invoices/pass-deadline.ts';
import { PaymentAttempt } from '../src/invoices/payment-attempt.entity.ts';
import { readInvoiceNews } from '../src/invoices/read-invoice-news.ts';
import { applyCallback, storeCallback } from '../src/payments/receive-callback.ts';
import { makeRefund } from '../src/payments/refunds/make-refund.ts';
import { requestRefund } from '../src/payments/refunds/request-refund.ts';
import { registerCharge } from '../src/payments/register-charge.ts';
import { submitPayment } from '../src/payments/submit-payment.ts';
import { createInbox } from '../src/sandbox/inboxes/create-inbox.ts';
import { inboxUrl } from '../src/sandbox/inboxes/inbox-url.ts';
import { cardsOfSubscriptions } from '../src/subscriptions/card-on-file.ts';
import { createSubscription } from '../src/subscriptions/create-subscription.ts';
import { createAddressPolicy } from '../src/base/outgoing/address-policy.ts';
import { createWebhook } from '../src/webhooks/create-webhook.ts';

/** A month, and the time before it from which boletos have expired by now. */
const DAYS = 45;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Nothing listens there. */
const FAILING_URL = 'http://127.0.0.1:9009/webhooks';

const PRODUCTS: [name: string, price: number][] = [
  ['Pão de queijo (dúzia)', 18],
  ['Bolo de cenoura', 42.5],
  ['Cesta de café da manhã', 129.9],
  ['Salgados para festa (cento)', 95],
  ['Torta de limão', 68],
  ['Café coado (litro)', 15],
];
const NAMES = [
  ...['Ana Souza', 'Bruno Lima', 'Carla Mendes', 'Diego Rocha', 'Elisa Prado', 'Fábio Nunes', 'Gabriela Reis'],
  ...['Hugo Martins', 'Isabel Freitas', 'João Pedro Alves', 'Karina Duarte', 'Luís Otávio Braga', 'Mariana Couto'],
  ...['Escola Girassol Ltda', 'Café do Porto Ltda', 'Mercadinho Boa Vista Ltda'],
];

/** A step of an invoice's life, and the moment at which it happens, in milliseconds since 1970. */
interface Step {
  at: number;
  run: () => Promise<Step[]>;
}

/**
 * Lives the month before now in a store's sandbox: every status, some refunds, subscriptions, a webhook that works and
 * another that fails. The same month each time, apart from its dates. All of it goes through the use cases of the
 * product, in the order of time.
 */
export async function liveAMonth({
  em,
  config,
  companyId,
  onProgress,
}: {
  em: EntityManager;
  config: Config;
  companyId: number;
  onProgress: (line: string) => void;
}): Promise<{ invoices: number; customers: number }> {
  const store: Store = { companyId, environment: 'sandbox' };
  const end = Date.now();
  let now = end - DAYS * DAY_MS;
  let events = 0;
  let invoices = 0;
  const clock: Clock = { now: () => Promise.resolve(new Date(now)) };
  const secrets = createSecretBox(config.encryptionKeys);
  const { gateways } = openGateways(em, secrets, config);
  const addressPolicy = createAddressPolicy(config.webhookAllowedNetworks);
  const deps = {
    em,
    clock,
    gateways,
    secrets,
    cards: cardsOfSubscriptions,
    publicUrl: config.publicUrl,
    addressPolicy,
  };
  const chance = createChance();

  const inbox = await createInbox(deps, store);
  for (const url of [inboxUrl(config.publicUrl, inbox.name), FAILING_URL]) {
    await createWebhook(deps, { store, input: { url, events: ['*'], description: null } });
  }
  const products: number[] = [];
  for (const [name, price] of PRODUCTS) {
    const input = { name, price, description: null, sku: null, metadata: {} };
    products.push((await createProduct(deps, { store, input })).id);
  }
  const customers: number[] = [];
  for (const [index, name] of NAMES.entries()) {
    const email = `${plain(name).replaceAll(' ', '.')}@example.com`;
    const address = { zip_code: '01310100', street: 'Avenida Paulista', number: String(100 + index), complement: null };
    const input = {
      ...{ name, email, document: cpfOf(111_222_333 + index * 7_654_321), phone: `+55119${80_000_000 + index}` },
      ...{ address: { ...address, district: 'Bela Vista', city: 'São Paulo', state: 'SP', country: 'BR' } },
      ...{ external_reference: null, language: null, metadata: {} },
    };
    customers.push((await createCustomer(deps, { store, input })).id);
  }

  const saleOf = (paymentMethod: PaymentMethod) => ({
    ...{ customerId: chance.one(customers), paymentMethod, installments: 1, discount: null, description: null },
    ...{ products: [{ productId: chance.one(products), quantity: 1 + chance.below(3) }], metadata: {} },
    externalReference: null,
  });
  const tell = async (event: SandboxEvent): Promise<void> => {
    const content = { gateway: SANDBOX_GATEWAY, store: null, event: { id: `seed-${now}-${++events}`, ...event } };
    const callback = await storeCallback(em, content);
    if (callback) await applyCallback(deps, callback);
  };
  const lastAttempt = (invoiceId: number) =>
    em.fork().findOneOrFail(PaymentAttempt, { invoiceId }, { orderBy: { number: 'desc' } });
  const register = async (attemptId: number): Promise<void> => {
    await registerCharge(deps, { attemptId, at: new Date(now), isRetry: false });
  };
  const pay = async (invoiceId: number): Promise<Step[]> => {
    const { id: attemptId, amountCents } = await lastAttempt(invoiceId);
    const money = { paymentId: sandboxPaymentId(attemptId), amountCents, paidAt: new Date(now).toISOString() };
    await tell({ type: 'payment_confirmed', attemptId, ...money });
    return chance.happens(0.1) ? [{ at: now + DAY_MS, run: () => refund(invoiceId, amountCents) }] : [];
  };
  const refund = async (invoiceId: number, paidCents: number): Promise<Step[]> => {
    const amountCents = chance.happens(0.5) ? null : paidCents >> 1;
    const input = { amountCents, paymentId: null, reason: 'O cliente desistiu' };
    const { id: refundId } = await requestRefund(deps, { store, invoiceId, input });
    await makeRefund(deps, { refundId, at: new Date(now) });
    await tell({ type: 'refund_confirmed', refundId, gatewayRefundId: `re_seed_${refundId}` });
    return [];
  };
  const submitCard = async (invoiceId: number, isTaken: boolean): Promise<Step[]> => {
    const cardToken = isTaken ? 'tok_approved' : 'tok_insufficient_funds';
    const { id: attemptId } = await submitPayment(deps, { store, invoiceId, cardToken });
    await register(attemptId);
    if (isTaken) return pay(invoiceId);
    await tell({ type: 'payment_refused', attemptId, reason: 'insufficient_funds' });
    return chance.happens(0.4) ? [{ at: now + 10 * MINUTE_MS, run: () => submitCard(invoiceId, true) }] : [];
  };
  const cancel = async (invoiceId: number): Promise<Step[]> => {
    await cancelInvoice(deps, { store, invoiceId });
    return [];
  };
  const sell = async (paymentMethod: PaymentMethod): Promise<Step[]> => {
    const dueInDays = 3 + chance.below(6);
    const { dueDate: role, takesCardToken } = METHODS[paymentMethod];
    const dueDate = role === 'always' ? addDays(new Date(now).toISOString().slice(0, 10), dueInDays) : null;
    const { invoice } = await createInvoice(deps, { store, input: { ...saleOf(paymentMethod), dueDate } });
    invoices += 1;
    if (!takesCardToken) await register((await lastAttempt(invoice.id)).id);
    const { id } = invoice;
    if (chance.happens(0.05)) return [{ at: now + HOUR_MS, run: () => cancel(id) }];
    if (chance.happens(fallsDue({ paymentMethod, dueDate }) ? 0.25 : 0.15)) return [];
    if (takesCardToken) return [{ at: now + 5 * MINUTE_MS, run: () => submitCard(id, chance.happens(0.8)) }];
    const days = chance.happens(0.2) ? dueInDays + 3 : chance.below(dueInDays);
    const paidIn = fallsDue({ paymentMethod, dueDate })
      ? days * DAY_MS + 2 * HOUR_MS
      : (2 + chance.below(40)) * MINUTE_MS;
    return [{ at: now + paidIn, run: () => pay(id) }];
  };
  const sellCard = async (isRefused: boolean): Promise<Step[]> => {
    const { invoice } = await createInvoice(deps, { store, input: { ...saleOf('card'), dueDate: null } });
    invoices += 1;
    if (isRefused) await submitCard(invoice.id, false);
    return [];
  };
  const subscribe = async (interval: 'week' | 'month'): Promise<Step[]> => {
    const terms = { interval, intervalCount: 1, anchorDay: null, startDate: null, trialDays: 0, cycles: null };
    const input = { ...saleOf('pix'), ...terms, endDate: null, daysBeforeDue: null, cardToken: null };
    await createSubscription(deps, { store, input });
    return [];
  };
  const passDeadlines = async (): Promise<void> => {
    const due = await em.fork().execute<{ id: string }[]>(
      `select id from invoices where company_id = ? and environment = 'sandbox' and next_deadline_at <= ?
       order by next_deadline_at`,
      [companyId, new Date(now)],
    );
    for (const { invoiceId, deadline } of await readInvoiceNews(
      em.fork(),
      due.map(({ id }) => Number(id)),
    )) {
      if (deadline) await passDeadline(em, { invoiceId, kind: deadline.kind, at: new Date(deadline.at) });
    }
  };

  const steps: Step[] = [];
  for (let day = 0; day < DAYS; day += 1) {
    for (let sales = 4 + chance.below(5); sales > 0; sales -= 1) {
      const method = chance.one(['pix', 'pix', 'pix', 'boleto', 'card'] as const);
      steps.push({ at: now + day * DAY_MS + chance.below(10 * 60) * MINUTE_MS, run: () => sell(method) });
    }
  }
  // Cards of today: the payer was refused, or has not begun.
  for (const [hoursAgo, isRefused] of [
    [3, true],
    [2, false],
    [1, true],
  ] as const) {
    steps.push({ at: end - hoursAgo * HOUR_MS, run: () => sellCard(isRefused) });
  }
  for (const [daysAgo, interval] of [
    [25, 'month'],
    [12, 'month'],
    [5, 'week'],
    [2, 'week'],
  ] as const) {
    steps.push({ at: end - daysAgo * DAY_MS, run: () => subscribe(interval) });
  }
  for (;;) {
    steps.sort((a, b) => b.at - a.at);
    const step = steps.pop();
    if (!step || step.at > end) break;
    now = step.at;
    await passDeadlines();
    steps.push(...(await step.run()));
    if (invoices % 50 === 49) onProgress(`${invoices + 1} invoices`);
  }
  now = end;
  await passDeadlines();
  return { invoices, customers: customers.length };
}

/** Decisions that are the same in each run (the generator "mulberry32"). */
function createChance() {
  let state = 7;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    happens: (share: number) => next() < share,
    one: <T>(list: readonly T[]): T => list[below(list.length)]!,
  };
}

function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A CPF with right check digits, of nine digits (Receita Federal, modulo 11). */
function cpfOf(number: number): string {
  let digits = String(number).padStart(9, '0').slice(-9);
  for (const length of [9, 10]) {
    const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (length + 1 - index), 0);
    digits += String(((sum * 10) % 11) % 10);
  }
  return digits;
}
