import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { TEST_CARDS } from '../../src/gateways/sandbox/test-cards.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { signedIn } from '../support/panel-people.ts';
import { useSkippedTimeWorld } from '../support/skipped-time.ts';
import type { TestStore } from '../support/world.ts';

/** The sandbox, played from its pages. */
describe('a sandbox invoice', () => {
  const world = useSkippedTimeWorld();
  const { inBrowser, open } = useBrowser();

  async function pending(store: TestStore, fields: Record<string, unknown> = {}) {
    const { id, checkout_hash: hash } = await store.createInvoice(fields);
    return { id, page: `/checkout/${hash}` };
  }
  const reaches = (store: TestStore, id: number, status: string) =>
    eventually(
      () => store.sandbox.invoice(id),
      (invoice) => invoice.status === status,
    );
  const play = (page: string, outcome: string) =>
    fetch(`${world.current.baseUrl}${page}/simulation`, {
      method: 'POST',
      body: new URLSearchParams({ outcome }),
      redirect: 'manual',
    });
  const htmlOf = async (page: string) => (await fetch(world.current.baseUrl + page)).text();

  test('is paid, and disputed, at its checkout', async () => {
    const store = await world.current.createStore();
    const { id, page } = await pending(store);
    await reaches(store, id, 'pending');
    expect(await htmlOf(page)).toContain('value="confirmed"');
    const answer = await play(page, 'confirmed');
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, page]);
    await reaches(store, id, 'paid');
    expect(await htmlOf(page)).toContain('value="disputed"');
    expect((await play(page, 'disputed')).status).toBe(303);
    expect((await reaches(store, id, 'paid')).amount_disputed).toBeGreaterThan(0);
    expect(await htmlOf(page)).not.toContain('play-title');
  });

  test('takes no other outcome, and a page that was pressed too late shows how things stand', async () => {
    const store = await world.current.createStore();
    const { id, page } = await pending(store);
    await reaches(store, id, 'pending');
    expect((await play(page, 'dispute_lost')).status).toBe(422);
    await store.sandbox.create(`/api/v1/invoices/${id}/cancel`);
    expect((await play(page, 'disputed')).status).toBe(303);
    expect((await play(page.slice(0, -3), 'confirmed')).status).toBe(404);
    expect((await store.sandbox.invoice(id)).status).toBe('canceled');
  });

  test('is the only one: nobody plays with real money', async () => {
    const store = await world.current.createStore();
    const { id, page } = await pending(store);
    await world.current.database.query(`update invoices set environment = 'production' where id = $1`, [id]);
    expect((await play(page, 'confirmed')).status).toBe(404);
    await world.current.database.query(`update invoices set environment = 'sandbox' where id = $1`, [id]);
  });

  test('is paid, refused and disputed on its page in the panel', async () => {
    const store = await world.current.createStore();
    const person = await signedIn(world.current, { companyId: store.companyId });
    const base = `/panel/stores/${store.companyId}/sandbox/invoices`;
    const { id } = await pending(store);
    await reaches(store, id, 'pending');
    const form = `${base}/${id}/simulation`;
    const unread = await person.submit(`${base}/${id}`, form, { outcome: 'confirmed', simulated_amount: 'a lot' });
    expect(unread.status).toBe(422);
    const part = await person.submit(`${base}/${id}`, form, { outcome: 'confirmed', simulated_amount: '40.00' });
    expect(part.location).toBe(`${base}/${id}?done=simulatePayment`);
    expect((await store.sandbox.invoice(id)).amount_paid).toBe(40);
    const wrong = await person.submit(`${base}/${id}`, form, { outcome: 'refused', simulated_amount: '1' });
    expect(wrong.html).toContain('An amount is only for a payment or a dispute.');
    await person.submit(`${base}/${id}`, form, { outcome: 'disputed' });
    expect((await store.sandbox.invoice(id)).amount_disputed).toBe(40);
    await person.submit(`${base}/${id}`, form, { outcome: 'dispute_won' });
    expect((await store.sandbox.invoice(id)).amount_disputed).toBe(0);
    const support = await signedIn(world.current, { companyId: store.companyId, role: 'support' });
    expect((await support.post(form, { outcome: 'confirmed' })).status).toBe(403);
  });

  inBrowser('offers test cards, which go into the form by a click', async () => {
    const store = await world.current.createStore();
    const { id, page } = await pending(store, { payment_method: 'card' });
    const payer = await open();
    await payer.page.goto(world.current.baseUrl + page);
    await payer.page.locator('.card-form[data-ready]').waitFor();
    await payer.page.getByRole('button', { name: 'Usar o cartão de teste: aprovado', exact: true }).click();
    expect((await payer.page.locator('#number').inputValue()).replaceAll(' ', '')).toBe(TEST_CARDS.approved);
    await payer.page.getByRole('button', { name: /^Pagar/ }).click();
    await payer.reads('Pagamento confirmado');
    await reaches(store, id, 'paid');
    expect(payer.complaints).toEqual([]);
  });

  test('has test cards that its tokeniser knows', () => {
    const path = join(import.meta.dirname, '../../src/gateways/sandbox/assets/tokeniser-sandbox.js');
    const tokeniser = readFileSync(path, 'utf8');
    for (const number of Object.values(TEST_CARDS)) expect(tokeniser).toContain(`  ${number}: 'tok_`);
  });
});
