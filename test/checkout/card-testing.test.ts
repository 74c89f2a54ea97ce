import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { CARDS_FROM_ADDRESS, TRIES_OF_CARD } from '../../src/base/http/rate-limit/rate-limits.ts';
import { useApiWorld } from '../support/api-world.ts';
import { signedIn } from '../support/panel-people.ts';
import { useStripeWithoutWorker, type StripeStore } from '../support/stripe-store.ts';
import type { TestStore } from '../support/world.ts';

describe('somebody who tries cards at the checkouts of a store', () => {
  const world = useApiWorld({ settings: { trustedProxies: 1 } });
  beforeEach(() => world.current.database.query('delete from rate_limit_counters'));

  async function checkoutOf(store: TestStore): Promise<string> {
    const { id } = await store.createInvoice({ payment_method: 'card' });
    const [row] = await world.current.database.query<{ hash: string }>(
      'select checkout_hash as hash from invoices where id = $1',
      [id],
    );
    return `${world.current.baseUrl}/checkout/${row!.hash}`;
  }
  async function pay(
    checkout: string,
    { from = '203.0.113.5', challenge }: { from?: string; challenge?: string } = {},
  ) {
    const answer = await fetch(`${checkout}/payments`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-Forwarded-For': from },
      body: JSON.stringify({
        card_token: 'tok_approved',
        installments: 1,
        amount: 100,
        ...(challenge && { challenge }),
      }),
    });
    const { code = null } = (await answer.json().catch(() => ({}))) as { code?: string | null };
    return { status: answer.status, code };
  }
  async function solve(checkout: string): Promise<string> {
    const answer = await fetch(`${checkout}/challenge`, { headers: { Accept: 'application/json' } });
    const { challenge, bits } = (await answer.json()) as { challenge: string; bits: number };
    for (let number = 0; ; number += 1) {
      const solution = `${challenge}.${number}`;
      const digest = createHash('sha256').update(solution).digest();
      if (digest.readUInt32BE(0) >>> (32 - bits) === 0) return solution;
    }
  }
  /** Cards of the last minutes, as their refusals left them. */
  async function tried(store: TestStore, { refused, paid }: { refused: number; paid: number }): Promise<void> {
    const { id } = await store.createInvoice({ payment_method: 'card' });
    await world.current.database.query(
      `insert into payment_attempts (company_id, environment, invoice_id, number, method, gateway, state, amount_cents, installments, created_at, updated_at)
       select $1, 'sandbox', $2, 100 + n, 'card', 'sandbox', case when n <= $3 then 'refused' else 'canceled' end, 100, 1, now(), now()
       from generate_series(1, $3::int + $4::int) as n`,
      [store.companyId, id, refused, paid],
    );
  }

  test('is stopped by the address, at all invoices of the store together, and at no other store', async () => {
    const [store, other] = [await world.current.createStore(), await world.current.createStore()];
    const codes: (string | null)[] = [];
    for (let card = 0; card <= CARDS_FROM_ADDRESS; card += 1) codes.push((await pay(await checkoutOf(store))).code);
    expect(codes.filter((code) => code !== null)).toEqual(['too_many_cards']);
    expect((await pay(await checkoutOf(store), { from: '203.0.113.6' })).status).toBe(202);
    expect((await pay(await checkoutOf(other))).status).toBe(202);
  });

  test('by many addresses is noticed by the refusals: each card needs a solved challenge, the owner is told, the panel shows it', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    await tried(store, { refused: 18, paid: 3 });
    const checkout = await checkoutOf(store);
    expect(await pay(checkout)).toEqual({ status: 403, code: 'challenge_needed' });
    const page = await owner.get(`/panel/stores/${store.companyId}/sandbox/security`);
    expect(page.html).toContain('Somebody tries cards: the challenge is on until');
    expect(await world.current.database.query('select 1 from mails where recipient = $1', [owner.email])).toHaveLength(
      1,
    );

    const challenge = await solve(checkout);
    const elsewhere = await checkoutOf(store);
    expect((await pay(elsewhere, { challenge })).code).toBe('challenge_needed');
    expect((await pay(checkout, { challenge: `${challenge}1` })).code).toBe('challenge_needed');
    expect((await pay(checkout, { challenge })).status).toBe(202);
    expect(await pay(await checkoutOf(store), { challenge: await solve(checkout) })).toMatchObject({ status: 403 });
    // The owner is told once.
    expect(await world.current.database.query('select 1 from mails where recipient = $1', [owner.email])).toHaveLength(
      1,
    );
  });

  test('is not seen in a few cards, nor in a bad day on which half of them fail', async () => {
    const store = await world.current.createStore();
    await tried(store, { refused: 12, paid: 0 });
    expect((await pay(await checkoutOf(store))).status).toBe(202);
    await tried(store, { refused: 0, paid: 12 });
    expect((await pay(await checkoutOf(store))).status).toBe(202);
  });

  test('meets a challenge always, or never, as an owner says', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    const page = `/panel/stores/${store.companyId}/sandbox/security`;
    expect((await owner.submit(page, `${page}/attack-mode`, { mode: 'on' })).status).toBe(303);
    expect((await pay(await checkoutOf(store))).code).toBe('challenge_needed');
    await owner.submit(page, `${page}/attack-mode`, { mode: 'off' });
    await tried(store, { refused: 40, paid: 0 });
    expect((await pay(await checkoutOf(store))).status).toBe(202);
  });

  test('does not solve a challenge twice', async () => {
    const store = await world.current.createStore();
    await world.current.database.query(`update store_settings set attack_mode = 'on' where company_id = $1`, [
      store.companyId,
    ]);
    const checkout = await checkoutOf(store);
    const challenge = await solve(checkout);
    expect((await pay(checkout, { challenge })).status).toBe(202);
    expect((await pay(checkout, { challenge })).code).toBe('challenge_needed');
  });
});

describe('a card that is tried at many checkouts of a store that collects with Stripe', () => {
  const platform = useStripeWithoutWorker();

  async function pay(store: StripeStore, token: string, address: string): Promise<string | null> {
    const { world } = platform.current;
    const { checkout_hash: hash } = await store.createInvoice({ payment_method: 'card' });
    const answer = await fetch(`${world.baseUrl}/checkout/${hash}/payments`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-Forwarded-For': address },
      body: JSON.stringify({ card_token: token, installments: 1, amount: 100 }),
    });
    return answer.status === 202 ? null : ((await answer.json()) as { code: string }).code;
  }

  test('is stopped by its fingerprint, whatever token and invoice it comes with, and no other card is', async () => {
    const store = await platform.current.createStore();
    const answers: (string | null)[] = [];
    for (let tried = 0; tried <= TRIES_OF_CARD; tried += 1) {
      answers.push(await pay(store, store.card('pm_card_visa'), '203.0.113.1'));
    }
    expect(answers).toEqual([...Array<null>(TRIES_OF_CARD).fill(null), 'too_many_cards']);
    expect(await pay(store, store.card('pm_card_mastercard'), '203.0.113.1')).toBeNull();
    expect(
      JSON.stringify(await platform.current.world.database.query('select * from rate_limit_counters')),
    ).not.toContain('print4242');
  });

  test('is taken where Stripe does not know the token, or does not answer: the charge itself decides', async () => {
    const store = await platform.current.createStore();
    expect(await pay(store, 'pm_unknown', '203.0.113.2')).toBeNull();
    platform.current.stripe.failNext({ path: /^\/v1\/payment_methods\//, how: 'drop_before' });
    expect(await pay(store, store.card('pm_card_visa'), '203.0.113.2')).toBeNull();
  });
});
