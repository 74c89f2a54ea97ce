import { once } from 'node:events';
import http from 'node:http';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { FAILED_CALLBACKS_PER_MINUTE } from '../../src/base/http/rate-limit/rate-limits.ts';
import { statementsOf } from '../support/count-queries.ts';
import { eventually } from '../support/eventually.ts';
import { SECOND } from '../support/skipped-time.ts';
import { checkBooks, useStripeWorld, type StripeStore } from '../support/stripe-store.ts';

const OK = [200];
const REFUSED = [401];

describe('callbacks of Stripe', () => {
  const platform = useStripeWorld();
  let store: StripeStore;
  beforeAll(async () => {
    store = await platform.current.createStore();
  });
  beforeEach(() => void platform.current.stripe.takeEvents());
  afterEach(() => checkBooks(platform.current.world, platform.current.stripe));

  /** Stripe's event for a Pix charge that is paid. */
  function succeed(intentId: string): Stripe.Event {
    const { stripe } = platform.current;
    stripe.succeed(intentId);
    return stripe.takeEvents().find(({ type }) => type === 'payment_intent.succeeded')!;
  }
  async function stored(): Promise<number> {
    const [row] = await platform.current.world.database.query<{ count: string }>(
      'select count(*) from gateway_callbacks',
    );
    return Number(row!.count);
  }

  describe('in whatever order and however often', () => {
    test('told again and again, and all at once, a payment is one', async () => {
      const { id, intent } = await store.pending();
      const event = succeed(intent.id);
      const before = await stored();
      const answers = await Promise.all(Array.from({ length: 6 }, () => store.deliver([event, event])));
      expect(new Set(answers.flat())).toEqual(new Set(OK));
      expect(await stored()).toBe(before + 1);
      expect(await store.reach(id, 'paid')).toMatchObject({ amount_paid: 100 });
      // The same money under another event's id is the same money.
      await store.deliver([like(event)]);
      expect((await store.api.invoice(id)).amount_paid).toBe(100);
      expect((await store.eventsOf(id)).filter((type) => type === 'invoice.payment_confirmed')).toHaveLength(1);
    });

    test('a failure that is told after the success changes nothing', async () => {
      const { id, intent } = await store.pending();
      const event = succeed(intent.id);
      await store.deliver([event, failureOf(event)]);
      expect(await store.api.invoice(id)).toMatchObject({ status: 'paid', payments: [{ status: 'paid' }] });
      expect(await store.eventsOf(id)).not.toContain('invoice.refused');
    });

    test('a success that is told after the failure is money: it is recorded, and the fresh code given up', async () => {
      const { id, invoice, intent } = await store.pending();
      const event = succeed(intent.id);
      await store.deliver([failureOf(event)]);
      const again = await eventually(
        () => store.api.invoice(id),
        ({ status, payments }) => status === 'pending' && payments.length === 2,
      );
      await store.deliver([event]);
      const paid = await store.reach(id, 'paid');
      expect(paid).toMatchObject({ amount_paid: 100, payments: [{ status: 'paid' }, { status: 'canceled' }] });
      await eventually(
        () => store.intentsOf(again.payments[1]!.id),
        ([second]) => second?.status === 'canceled',
      );
      expect(store.intentsOf(invoice.payments[0]!.id)).toMatchObject([{ status: 'succeeded' }]);
    });

    test('money that is told of before the answer to the registration came is recorded, and the charge is one', async () => {
      const { stripe, advance } = platform.current;
      const path = '/v1/payment_intents';
      stripe.failNext({ method: 'POST', path, how: 'drop_after', times: 2 });
      stripe.failNext({ method: 'GET', path, how: { status: 429, retryAfter: 30 } });
      const { id, payments } = await store.createInvoice();
      const attemptId = payments[0]!.id;
      const [intent] = await eventually(
        () => store.intentsOf(attemptId),
        (intents) => intents.length === 1,
      );
      await store.deliver([succeed(intent!.id)]);
      const paid = await store.reach(id, 'paid');
      expect(paid).toMatchObject({ amount_paid: 100, payments: [{ registered_at: null }] });
      await eventually(
        async () => {
          await advance(10 * SECOND);
          return store.api.invoice(id);
        },
        ({ payments: [attempt] }) => attempt!.registered_at !== null,
      );
      expect(store.intentsOf(attemptId)).toHaveLength(1);
      expect(await store.api.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
    });
  });

  describe('that nobody can have sent but Stripe for this store', () => {
    test('unsigned, wrongly signed, altered, stale: 401, and nothing is stored', async () => {
      const { stripe } = platform.current;
      const { id, intent } = await store.pending();
      const event = succeed(intent.id);
      const before = await stored();
      const now = Math.floor(Date.now() / 1000);
      expect(await store.deliver([event], { secret: 'whsec_of_nobody' })).toEqual(REFUSED);
      expect(await store.deliver([event], { timestamp: now - 301 })).toEqual(REFUSED);

      const { body, headers } = stripe.signed(event, { secret: store.callbackSecret });
      const at = body.indexOf('10000');
      const altered = `${body.slice(0, at)}9${body.slice(at + 1)}`;
      const { 'Stripe-Signature': signature, ...unsigned } = headers;
      const tries: [string, Record<string, string>][] = [
        [altered, headers],
        [`${body} `, headers],
        [body, unsigned],
        [body, { ...unsigned, 'Stripe-Signature': 'nonsense' }],
        [body, { ...unsigned, 'Stripe-Signature': signature!.replace(/v1=./, 'v0=a') }],
        ['', headers],
      ];
      for (const [sent, sentHeaders] of tries) {
        expect(await post(store.callbackUrl, sent, sentHeaders)).toBe(401);
      }
      expect(await stored()).toBe(before);
      expect((await store.api.invoice(id)).status).toBe('pending');
      await store.deliver([event]);
      await store.reach(id, 'paid');
    });

    test('another store’s secret or address: 401; another store’s event by its own secret: nothing of ours changes', async () => {
      const other = await platform.current.createStore();
      const { id, invoice, intent } = await store.pending();
      const card = await store.paidByCard();
      platform.current.stripe.takeEvents();
      const event = succeed(intent.id);
      const before = await stored();
      expect(await store.deliver([event], { secret: other.callbackSecret })).toEqual(REFUSED);
      expect(await other.deliver([event], { secret: store.callbackSecret })).toEqual(REFUSED);
      expect(await stored()).toBe(before);

      const theirs = `${other.store.companyId}-production`;
      const metadata = { ...intent.metadata, fatura_store: theirs };
      const refund = {
        ...{ id: 're_made_up', object: 'refund', status: 'succeeded', amount: 10_000, metadata: {} },
        payment_intent: card.intent.id,
      };
      const dispute = {
        ...{ id: 'du_made_up', object: 'dispute', status: 'needs_response', amount: 10_000, reason: 'fraudulent' },
        ...{ evidence_details: { due_by: null }, payment_intent: card.intent.id },
      };
      const lies = [
        event,
        like(event, { metadata }),
        like(failureOf(event), { metadata }),
        changed(like(event), { type: 'refund.updated', data: { object: refund } }),
        changed(like(event), { type: 'charge.dispute.created', data: { object: dispute } }),
      ];
      expect(await other.deliver(lies)).toEqual(lies.map(() => 200));
      expect(await store.api.invoice(id)).toMatchObject({ status: 'pending', amount_paid: 0 });
      expect(await store.api.invoice(card.id)).toMatchObject({ status: 'paid', amount_refunded: 0 });
      expect(await store.eventsOf(card.id)).not.toContain('invoice.disputed');
      expect(invoice.payments[0]).toMatchObject({ status: 'pending' });
      await store.deliver([event]);
      await store.reach(id, 'paid');
    });

    test('a store that there is not, a store without the gateway and a wrong signature have one answer', async () => {
      const { world, stripe } = platform.current;
      const { intent } = await store.pending();
      const event = succeed(intent.id);
      const { body, headers } = stripe.signed(event, { secret: store.callbackSecret });
      const { companyId } = store.store;
      const answerOf = async (path: string, sent = headers) => {
        const response = await fetch(`${world.baseUrl}/gateways/${path}`, {
          ...{ method: 'POST', body, headers: { 'Content-Type': 'application/json', ...sent } },
        });
        const { code, title, detail } = (await response.json()) as Record<string, unknown>;
        return { status: response.status, code, title, detail };
      };
      const wrong = stripe.signed(event, { secret: 'whsec_of_nobody' }).headers;
      const refused = await answerOf(`stripe/${companyId}`, wrong);
      expect(refused).toMatchObject({ status: 401, code: 'callback_not_verified' });
      for (const path of [`stripe/${companyId}-sandbox`, 'stripe/999999', `stripe/${companyId}x`]) {
        expect(await answerOf(path)).toEqual(refused);
      }
      for (const path of [`nobody/${companyId}`, 'stripe/callbacks']) expect((await answerOf(path)).status).toBe(404);
      await store.deliver([event]);
    });

    test('one without a signature is refused before its body and its account are read', async () => {
      const unsigned = { 'Content-Type': 'application/json', 'Content-Length': String(1024 * 1024) };
      const asked = await statementsOf(async () => {
        const request = http.request(store.callbackUrl, { method: 'POST', headers: unsigned });
        // The body never comes.
        request.flushHeaders();
        const [response] = (await once(request, 'response')) as [http.IncomingMessage];
        request.destroy();
        expect(response.statusCode).toBe(401);
      });
      expect(asked).toEqual([]);
    });

    test('an address whose callbacks to a store keep failing waits a minute, and holds up no other store', async () => {
      const [mine, other] = [await platform.current.createStore(), await platform.current.createStore()];
      const { stripe } = platform.current;
      const { id, intent } = await other.pending();
      const event = succeed(intent.id);
      const secret = 'whsec_of_nobody';
      const fail = () => mine.deliver([event], { secret }).then(([status]) => status);
      const statuses: (number | undefined)[] = [];
      while (!statuses.includes(429) && statuses.length < 2 * FAILED_CALLBACKS_PER_MINUTE) statuses.push(await fail());
      expect(statuses.length).toBeGreaterThan(FAILED_CALLBACKS_PER_MINUTE);
      const { body, headers } = stripe.signed(event, { secret });
      expect(await statementsOf(() => post(mine.callbackUrl, body, headers))).toEqual([]);
      await other.deliver([event]);
      await other.reach(id, 'paid');
    });
  });

  describe('that say nothing here', () => {
    test('callbacks about test money in production, of another kind, or about a foreign charge get 200 and leave no row', async () => {
      const { id, intent } = await store.pending();
      const event = succeed(intent.id);
      const before = await stored();
      const silent = [
        changed(like(event), { livemode: false }),
        changed(like(event), { type: 'payment_intent.created' }),
        changed(like(event), { type: 'some.thing.of.tomorrow' }),
        like(event, { metadata: {} }),
        like(event, { metadata: { ...intent.metadata, fatura_attempt: '1e3' } }),
        like(event, { amount_received: 0 }),
      ];
      expect(await store.deliver(silent)).toEqual(silent.map(() => 200));
      expect(await stored()).toBe(before);
      expect(await store.api.invoice(id)).toMatchObject({ status: 'pending', amount_paid: 0 });
      await store.deliver([event]);
      await store.reach(id, 'paid');
    });

    test('a callback about another installation’s attempt of the same number changes nothing', async () => {
      const { id, intent } = await store.pending();
      const event = succeed(intent.id);
      const metadata = { ...intent.metadata, fatura_installation: 'fatura.elsewhere.example' };
      expect(await store.deliver([like(event, { id: 'pi_of_another', metadata })])).toEqual(OK);
      expect(await store.deliver([like(failureOf(event), { id: 'pi_of_another', metadata })])).toEqual(OK);
      expect(await store.api.invoice(id)).toMatchObject({ status: 'pending', amount_paid: 0 });
      await store.deliver([event]);
      expect(await store.reach(id, 'paid')).toMatchObject({ amount_paid: 100 });
    });
  });

  test('a callback that is stored and not applied, as by a crash, is applied soon', async () => {
    const { world } = platform.current;
    const { id, intent } = await store.pending();
    const event = succeed(intent.id);
    await store.deliver([event]);
    await store.reach(id, 'paid');
    await world.database.query(
      `update gateway_callbacks set applied_at = null, outcome = null, next_try_at = now() where gateway_event_id = $1`,
      [event.id],
    );
    await eventually(
      () =>
        world.database.query<{ outcome: string | null }>(
          'select outcome from gateway_callbacks where gateway_event_id = $1',
          [event.id],
        ),
      ([row]) => row?.outcome === 'nothing_to_do',
    );
    expect((await store.api.invoice(id)).amount_paid).toBe(100);
  });
});

let made = 0;

/** An event of its own that says the same, but for what is different. */
function like(event: Stripe.Event, different: Record<string, unknown> = {}): Stripe.Event {
  made += 1;
  const object = { ...event.data.object, ...different };
  return { ...event, id: `evt_made_${made}`, data: { object } } as unknown as Stripe.Event;
}

function changed(event: Stripe.Event, fields: Record<string, unknown>): Stripe.Event {
  return { ...event, ...fields };
}

/** The event that Stripe would have sent a moment earlier, had the payer's bank refused first. */
function failureOf(event: Stripe.Event): Stripe.Event {
  const error = { type: 'card_error', code: 'payment_method_provider_decline', message: 'The bank refused.' };
  const failed = { status: 'requires_payment_method', amount_received: 0, last_payment_error: error };
  return changed(like(event, failed), { type: 'payment_intent.payment_failed' });
}

async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(url, { method: 'POST', body, headers });
  await response.arrayBuffer();
  return response.status;
}
