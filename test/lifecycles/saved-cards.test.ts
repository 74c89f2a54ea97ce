import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { openGateways } from '../../src/app/open-gateways.ts';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { forgetCards } from '../../src/payments/cards/forget-cards.ts';
import type { InvoiceBody } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { HOUR } from '../support/skipped-time.ts';
import { useStripeWorld, type StripeStore } from '../support/stripe-store.ts';
import {
  act,
  advanceToDay,
  change,
  readCycles,
  readSubscription,
  subscribe,
  untilQuiet,
} from '../support/subscriptions.ts';
import { TEST_KEYS, type TestStore } from '../support/world.ts';

interface CardBody {
  id: number;
  customer_id: number;
  gateway: string;
  brand: string | null;
  last4: string | null;
  exp_month: number | null;
  exp_year: number | null;
}
interface Problem {
  code: string;
  errors: { field: string; code: string }[];
}
type WithCards = Omit<InvoiceBody, 'payments'> & {
  checkout_url: string;
  offer_card_saving: boolean;
  payments: (InvoiceBody['payments'][number] & { saved_card_id: number | null })[];
};
interface Cards {
  api: TestStore['sandbox'];
  customerId: number;
}

const world = useStripeWorld();

const save = ({ api, customerId }: Cards, token: string) =>
  api.post<CardBody & Problem>(`/api/v1/customers/${customerId}/cards`, { card_token: token });
const listed = async ({ api, customerId }: Cards) =>
  (await api.get<{ data: CardBody[] }>(`/api/v1/customers/${customerId}/cards`)).body.data;
const fieldsOf = ({ body }: { body: Problem }) => body.errors.map(({ field, code }) => [field, code]);
const rows = (customerId: number) =>
  world.current.world.database.query<{ state: string }>('select state from saved_cards where customer_id = $1', [
    customerId,
  ]);

describe('cards that Stripe keeps', () => {
  let store: StripeStore;
  beforeAll(async () => {
    store = await world.current.createStore();
  });
  const invoiceOf = async (fields: Record<string, unknown>): Promise<WithCards> =>
    (await store.createInvoice({ payment_method: 'card', ...fields })) as WithCards;
  const paid = async (id: number): Promise<WithCards> => {
    await store.reach(id, 'paid');
    return (await store.registered(id)) as WithCards;
  };
  const forget = () => {
    const { world: platform, orm } = world.current;
    const secrets = createSecretBox(TEST_KEYS);
    const { gateways } = openGateways(orm.em, secrets, platform.config);
    return forgetCards({ em: orm.em, secrets, gateways, log: pino({ level: 'silent' }) });
  };
  const detached = () => world.current.stripe.requests.filter(({ path }) => path.endsWith('/detach')).length;

  test('are saved without a charge, each once, and charged while nobody is there', async () => {
    const { status, body: card } = await save(store, store.card('pm_card_visa'));
    expect([status, card]).toMatchObject([
      201,
      { customer_id: store.customerId, gateway: 'stripe', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2050 },
    ]);
    expect((await save(store, store.card('pm_card_visa'))).body.id).toBe(card.id);
    expect(await listed(store)).toEqual([card]);
    expect(world.current.stripe.charges()).toEqual([]);

    const { id } = await invoiceOf({ saved_card_id: card.id });
    const invoice = await paid(id);
    expect(invoice.payments).toMatchObject([{ status: 'paid', saved_card_id: card.id }]);
    const [intent] = store.intentsOf(invoice.payments[0]!.id);
    expect(intent).toMatchObject({ status: 'succeeded', amount: 10_000 });
    const asked = world.current.stripe.requests.find(
      ({ method, path, params }) =>
        method === 'POST' && path === '/v1/payment_intents' && JSON.stringify(params).includes(`"${String(id)}"`),
    );
    expect(asked!.params).toMatchObject({ off_session: 'true' });
  });

  test('that the bank refuses are not saved, and the answer says why', async () => {
    const before = await rows(store.customerId);
    const refused = await save(store, store.card('pm_card_chargeDeclinedExpiredCard'));
    expect([refused.status, fieldsOf(refused)]).toEqual([422, [['card_token', 'card_refused']]]);
    expect(await rows(store.customerId)).toEqual(before);
  });

  test('need a token: none, or what is none, is refused before the gateway hears of it', async () => {
    for (const body of [{}, { card_token: null }, { card_token: '4242424242424242' }]) {
      const path = `/api/v1/customers/${store.customerId}/cards`;
      const refused = await store.api.request<Problem>('POST', path, body);
      expect([refused.status, fieldsOf(refused).map(([field]) => field)]).toEqual([422, ['card_token']]);
    }
  });

  test('are told 503 while Stripe is away, and forgotten where nobody saved them', async () => {
    const { stripe, world: platform } = world.current;
    stripe.failNext({ method: 'POST', path: /\/attach$/, how: '500_after' });
    const other = await store.api.create<{ id: number }>('/api/v1/customers', { name: 'Caio', email: 'c@example.com' });
    const cards = { api: store.api, customerId: other.id };
    expect((await save(cards, store.card('pm_card_mastercard'))).status).toBe(503);
    expect([await listed(cards), await rows(other.id)]).toEqual([[], [{ state: 'offered' }]]);
    await platform.database.query('update saved_cards set forget_at = now() where customer_id = $1', [other.id]);
    await eventually(
      async () => {
        await forget();
        return rows(other.id);
      },
      (left) => left.length === 0,
    );
    expect(detached()).toBeGreaterThan(0);
  });

  test('of the checkout are saved once they have paid, where the payer agrees', async () => {
    const payer = await store.api.create<{ id: number }>('/api/v1/customers', { name: 'Davi', email: 'd@example.com' });
    const cards = { api: store.api, customerId: payer.id };
    const asking = { customer_id: payer.id, offer_card_saving: true };
    const pay = async (invoice: WithCards, body: object) =>
      fetch(`${invoice.checkout_url}/payments`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ amount: 100, ...body }),
      });
    const invoice = await invoiceOf(asking);
    expect(await (await fetch(invoice.checkout_url, { headers: { 'Accept-Language': 'en' } })).text()).toContain(
      'Save this card at',
    );
    await pay(invoice, { card_token: store.card('pm_card_chargeDeclined'), save_card: true });
    await store.reach(invoice.id, 'refused');
    expect(await rows(payer.id)).toEqual([]);
    expect((await pay(invoice, { card_token: store.card('pm_card_visa'), save_card: true })).status).toBe(202);
    const { payments } = await paid(invoice.id);
    const [card] = await eventually(
      () => listed(cards),
      ([one]) => one?.last4 === '4242',
    );
    expect(payments.map((one) => one.saved_card_id)).toEqual([null, card!.id]);

    // The same card once more is no second one, and a payer who does not agree leaves none.
    const again = await invoiceOf(asking);
    await pay(again, { card_token: store.card('pm_card_visa'), save_card: true });
    expect((await paid(again.id)).payments.at(-1)!.saved_card_id).toBe(card!.id);
    const without = await invoiceOf(asking);
    await pay(without, { card_token: store.card('pm_card_mastercard') });
    await paid(without.id);
    expect(await rows(payer.id)).toEqual([{ state: 'saved' }]);

    // Nobody is charged for who knows the address of a page, and nothing is kept that the store did not ask for.
    const silent = await invoiceOf({ customer_id: payer.id });
    const fields = async (answer: Response) => ((await answer.json()) as Problem).errors.map(({ field }) => field);
    expect(await fields(await pay(silent, { saved_card_id: card!.id }))).toContain('saved_card_id');
    const visa = store.card('pm_card_visa');
    expect(await fields(await pay(silent, { card_token: visa, save_card: true }))).toEqual(['save_card']);
    expect((await store.api.invoice(silent.id)).payments).toEqual([]);
    // The store charges it.
    await store.api.create(`/api/v1/invoices/${silent.id}/payments`, { saved_card_id: card!.id });
    expect((await paid(silent.id)).payments[0]!.saved_card_id).toBe(card!.id);
  });

  test('that are deleted are charged no more, and Stripe forgets them', async () => {
    const payer = await store.api.create<{ id: number }>('/api/v1/customers', { name: 'Eva', email: 'e@example.com' });
    const cards = { api: store.api, customerId: payer.id };
    const { body: card } = await save(cards, store.card('pm_card_visa'));
    const before = detached();
    const drop = () => store.api.request<Problem>('DELETE', `/api/v1/saved-cards/${card.id}`);
    expect((await drop()).status).toBe(200);
    expect([await listed(cards), (await drop()).status]).toEqual([[], 404]);
    const refused = await store.api.post<Problem>('/api/v1/invoices', {
      ...{ customer_id: payer.id, products: [{ product_id: store.productId, quantity: 1 }] },
      ...{ payment_method: 'card', saved_card_id: card.id },
    });
    expect(fieldsOf(refused)).toEqual([['saved_card_id', 'not_found']]);
    await eventually(
      async () => {
        await forget();
        return rows(payer.id);
      },
      (left) => left.length === 0,
    );
    expect(detached()).toBe(before + 1);
  });

  test('are those of the customer and of the gateway that collects', async () => {
    const { body: card } = await save(store, store.card('pm_card_visa'));
    const other = await store.api.create<{ id: number }>('/api/v1/customers', { name: 'Gil', email: 'g@example.com' });
    const refusal = async (fields: Record<string, unknown>) =>
      fieldsOf(
        await store.api.post<Problem>('/api/v1/invoices', {
          ...{ customer_id: store.customerId, products: [{ product_id: store.productId, quantity: 1 }] },
          ...{ payment_method: 'card', saved_card_id: card.id, ...fields },
        }),
      );
    expect(await refusal({ customer_id: other.id })).toEqual([['saved_card_id', 'not_found']]);
    expect(await refusal({ payment_method: 'pix' })).toEqual([['saved_card_id', 'not_allowed']]);
    const { database } = world.current.world;
    await database.query(`update saved_cards set gateway_account_id = 'acct_former' where id = $1`, [card.id]);
    expect(await refusal({})).toEqual([['saved_card_id', 'kept_elsewhere']]);
  });

  test('are in the export of personal data, and go with the customer', async () => {
    const payer = await store.api.create<{ id: number }>('/api/v1/customers', { name: 'Hugo', email: 'h@example.com' });
    const { body: card } = await save({ api: store.api, customerId: payer.id }, store.card('pm_card_visa'));
    const { body } = await store.api.get<{ saved_cards: CardBody[] }>(`/api/v1/customers/${payer.id}/personal-data`);
    expect(body.saved_cards).toEqual([card]);
    await store.api.create(`/api/v1/customers/${payer.id}/erase`);
    expect(await rows(payer.id)).toEqual([]);
  });
});

describe('subscriptions', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.world.createStore();
  });
  const saved = async () => (await save({ api: store.sandbox, customerId: store.customerId }, 'tok_approved')).body;

  test('charge a saved card of their customer, which is not deleted meanwhile', async () => {
    const card = await saved();
    const made = await subscribe(store, { card_token: null, saved_card_id: card.id });
    expect(made).toMatchObject({ has_card: true, saved_card_id: card.id });
    await untilQuiet(world.current.world);
    const [cycle] = await readCycles(store, made.id);
    expect(cycle).toMatchObject({ status: 'paid' });
    const { payments } = (await store.sandbox.invoice(cycle!.invoice_id)) as WithCards;
    expect(payments).toMatchObject([{ status: 'paid', saved_card_id: card.id }]);
    const drop = () => store.sandbox.request<Problem>('DELETE', `/api/v1/saved-cards/${card.id}`);
    expect(await drop()).toMatchObject({ status: 409, body: { code: 'saved_card_in_use' } });
    // A token takes its place, and the other way round.
    expect(await change(store, made.id, { card_token: 'tok_approved' })).toMatchObject({ saved_card_id: null });
    expect(await change(store, made.id, { saved_card_id: card.id })).toMatchObject({ saved_card_id: card.id });
    expect(await change(store, made.id, { saved_card_id: null })).toMatchObject({ has_card: false });
    const both = { card_token: 'tok_approved', saved_card_id: card.id };
    const { status, body } = await store.sandbox.request<Problem>('PATCH', `/api/v1/subscriptions/${made.id}`, both);
    expect([status, fieldsOf({ body })]).toEqual([422, [['saved_card_id', 'not_allowed']]]);
    await change(store, made.id, { saved_card_id: card.id });
    await act(store, { id: made.id, what: 'cancel' });
    expect((await drop()).status).toBe(200);
  });

  test('have a coupon for as many cycles as it says, which counts once', async () => {
    const coupon = await store.sandbox.create<{ id: number }>('/api/v1/coupons', {
      ...{ code: 'DOIS', discount: { type: 'percentage', value: 20 }, cycles: 2, max_redemptions: 1 },
    });
    const made = await subscribe(store, { coupon: 'dois' });
    expect(made).toMatchObject({ coupon: 'DOIS', coupon_id: coupon.id, coupon_cycles_left: 1, total: 50 });
    const timesRedeemed = async () =>
      (await store.sandbox.get<{ times_redeemed: number }>(`/api/v1/coupons/${coupon.id}`)).body.times_redeemed;
    for (let cycle = 0; cycle < 2; cycle += 1) {
      const { next_due_date: next } = await readSubscription(store, made.id);
      await advanceToDay(world.current.world, next!);
    }
    const cycles = await readCycles(store, made.id);
    expect(cycles.map(({ status, total }) => [status, total])).toEqual([
      ['paid', 40],
      ['paid', 40],
      ['paid', 50],
    ]);
    expect(await readSubscription(store, made.id)).toMatchObject({ coupon: 'DOIS', coupon_cycles_left: 0 });
    expect(await timesRedeemed()).toBe(1);
    const { status, body } = await store.sandbox.post<Problem>('/api/v1/invoices', {
      ...{ customer_id: store.customerId, products: [{ product_id: store.productId, quantity: 1 }] },
      ...{ payment_method: 'pix', coupon: 'DOIS' },
    });
    expect([status, fieldsOf({ body })]).toEqual([422, [['coupon', 'used_up']]]);

    // Taken off after it served, it stays counted; put on again it has no cycle left.
    expect(await change(store, made.id, { coupon: null })).toMatchObject({ coupon: null, coupon_cycles_left: null });
    expect(await timesRedeemed()).toBe(1);
    expect(await change(store, made.id, { coupon: 'DOIS' })).toMatchObject({ coupon: 'DOIS', coupon_cycles_left: 0 });
    expect(await timesRedeemed()).toBe(1);
  });

  test('give a coupon back that no cycle had, and one of a cycle that is taken back counts again', async () => {
    await store.sandbox.create('/api/v1/coupons', {
      ...{ code: 'UMA', discount: { type: 'fixed', value: 5 }, cycles: 1, max_redemptions: 1 },
    });
    const trial = await subscribe(store, { coupon: 'UMA', trial_days: 30 });
    expect(trial).toMatchObject({ coupon_cycles_left: 1 });
    await change(store, trial.id, { coupon: null });
    const made = await subscribe(store, { payment_method: 'pix', coupon: 'UMA', start_date: soon(3) });
    await world.current.world.advance(HOUR);
    await untilQuiet(world.current.world);
    expect(await readSubscription(store, made.id)).toMatchObject({ cycles_made: 1, coupon_cycles_left: 0 });
    await act(store, { id: made.id, what: 'pause' });
    expect(await readSubscription(store, made.id)).toMatchObject({ cycles_made: 0, coupon_cycles_left: 1 });
    await act(store, { id: made.id, what: 'resume' });
    await untilQuiet(world.current.world);
    const [cycle] = (await readCycles(store, made.id)).filter(({ status }) => status === 'open');
    expect(cycle).toMatchObject({ total: 45 });
  });

  /** A day of the store's calendar so many days from now, in the time that was skipped. */
  const soon = (days: number) => new Date(skippedNow + days * 86_400_000).toISOString().slice(0, 10);
  let skippedNow = 0;
  beforeEach(async () => {
    skippedNow = (await world.current.world.now()).getTime();
  });
});
