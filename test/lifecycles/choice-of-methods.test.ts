import { describe, expect, test } from '@jest/globals';
import { PHONE, useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { recordHistory, runStatus } from '../support/histories.ts';
import { DAY, HOUR, MINUTE, useSkippedTimeWorld } from '../support/skipped-time.ts';
import type { TestStore } from '../support/world.ts';

describe('the life of an invoice whose payer chooses the method', () => {
  const world = useSkippedTimeWorld();
  const { inBrowser, open } = useBrowser();

  async function make(store: TestStore, methods: string[], fields: Record<string, unknown> = {}) {
    const chosen = { payment_method: undefined, payment_methods: methods };
    const { id, checkout_hash: hash } = await store.createInvoice({ ...chosen, ...fields });
    return { id, page: `/checkout/${hash}` };
  }
  const reaches = (store: TestStore, id: number, status: string) =>
    eventually(
      () => store.sandbox.invoice(id),
      (invoice) => invoice.status === status,
    );
  const htmlOf = async (page: string) =>
    (await fetch(world.current.baseUrl + page, { headers: { 'Accept-Language': 'pt-BR' } })).text();
  const choose = (page: string, method: string) =>
    fetch(`${world.current.baseUrl}${page}/payments`, {
      method: 'POST',
      body: new URLSearchParams({ payment_method: method }),
      redirect: 'manual',
    });
  const canceledAtGateway = async (id: number) =>
    (
      await world.current.database.query<{ canceled: boolean }>(
        `select canceled from sandbox_charges where attempt_id in
           (select id from payment_attempts where invoice_id = $1) order by attempt_id`,
        [id],
      )
    ).map(({ canceled }) => canceled);

  test('the charge of the first method is canceled at the gateway, and the invoice is paid by the second', async () => {
    const store = await world.current.createStore({ boletoWithPix: false });
    const { id, page } = await make(store, ['pix', 'boleto']);
    await reaches(store, id, 'pending');
    expect(await htmlOf(page)).toContain('name="payment_method" value="boleto"');
    const answer = await choose(page, 'boleto');
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, page]);
    expect((await reaches(store, id, 'pending')).boleto).not.toBeNull();
    await eventually(
      () => canceledAtGateway(id),
      ([first]) => first === true,
    );
    expect(await canceledAtGateway(id)).toEqual([true, false]);
    const html = await htmlOf(page);
    expect(html).toContain('Linha digitável');
    expect(html).toContain('name="payment_method" value="pix"');
    await store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome: 'confirmed' });
    expect(await reaches(store, id, 'paid')).toMatchObject({ payment_method: 'boleto', amount_paid: 100 });
    expect(await htmlOf(page)).not.toContain('name="payment_method"');
    await eventually(
      () => runStatus(world.current.env, id),
      (run) => run.status === 'COMPLETED',
    );
    await recordHistory(world.current.env, id, 'method-chosen');
  });

  test('the form of a card stands beside a code that can be paid, and takes nothing back until a card comes', async () => {
    const store = await world.current.createStore();
    const { id, page } = await make(store, ['pix', 'card']);
    await reaches(store, id, 'pending');
    const form = await htmlOf(`${page}?method=card`);
    expect(form).toContain('class="card-form');
    expect(form).not.toContain('data-copy="code"');
    expect(await htmlOf(page)).toContain('data-copy="code"');
    const { version } = (await (await fetch(`${world.current.baseUrl}${page}/status`)).json()) as { version: string };
    // The page is told of the same news, and does not turn by itself.
    expect(form).toContain(`data-version="${version}"`);
    const invoice = await store.sandbox.invoice(id);
    expect([invoice.status, invoice.payments.length]).toEqual(['pending', 1]);
    for (const query of ['?method=boleto', '?method=card&x=1', '?from=bank']) {
      const answer = await fetch(`${world.current.baseUrl}${page}${query}`, { redirect: 'manual' });
      const isDropped = answer.status === 303 && answer.headers.get('Location') === page;
      expect(isDropped || (await answer.text()).includes('data-copy="code"')).toBe(true);
    }
    await store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome: 'confirmed' });
    await reaches(store, id, 'paid');
    expect(await htmlOf(`${page}?method=card`)).toContain('Pagamento confirmado');
  });

  test('late, it asks for the same fine by every method', async () => {
    const store = await world.current.createStore({ boletoMaxDaysAfterDue: 20, boletoWithPix: false });
    const due = new Date((await world.current.now()).getTime() + 2 * DAY).toISOString().slice(0, 10);
    const fine = { type: 'percentage', value: 2 };
    const { id, page } = await make(store, ['boleto', 'pix', 'card'], { due_date: due, fine });
    await reaches(store, id, 'pending');
    await world.current.advance(7 * DAY);
    await reaches(store, id, 'overdue');
    expect((await choose(page, 'pix')).status).toBe(303);
    const late = await eventually(
      () => store.sandbox.invoice(id),
      ({ pix, status }) => pix !== null && status === 'overdue',
    );
    expect(late).toMatchObject({ due_date: due, total: 102, fine: { value: 2 } });
    expect(late.payments.at(-1)).toMatchObject({ payment_method: 'pix', amount: 102 });
    expect((await htmlOf(`${page}?method=card`)).replaceAll('\u00a0', ' ')).toContain('Pagar R$ 102,00');
    await store.sandbox.create(`/api/v1/invoices/${id}/payments`, { card_token: 'tok_approved', amount: 102 });
    expect(await reaches(store, id, 'paid')).toMatchObject({ payment_method: 'card', amount_paid: 102, total: 102 });
    expect((await store.sandbox.invoice(id)).payments.map((one) => one.status)).toEqual([
      ...['canceled', 'canceled', 'paid'],
    ]);
  });

  test('the payer who chose a card and left is not charged, and finds a code later', async () => {
    const store = await world.current.createStore({ abandonmentSeconds: 6 * 3600 });
    const { id, page } = await make(store, ['card', 'pix']);
    expect((await store.sandbox.invoice(id)).status).toBe('open');
    await world.current.advance(5 * HOUR);
    expect((await choose(page, 'pix')).status).toBe(303);
    await reaches(store, id, 'pending');
    await world.current.advance(2 * HOUR + MINUTE);
    expect((await store.sandbox.invoice(id)).status).toBe('pending');
  });

  test('abandoned, it is paid all the same where the store allows it: by a new code, or another method', async () => {
    const store = await world.current.createStore({ paysAfterAbandonment: true, pixExpirySeconds: 3_600 });
    const discount = { type: 'percentage', value: 10, until: (await world.current.now()).toISOString().slice(0, 10) };
    const { id, page } = await make(store, ['pix', 'card'], { discount });
    const single = await make(store, ['pix']);
    const due = new Date((await world.current.now()).getTime() + DAY).toISOString().slice(0, 10);
    const promised = await make(store, ['card', 'pix'], { due_date: due });
    await reaches(store, id, 'pending');
    await reaches(store, single.id, 'pending');
    await world.current.advance(5 * DAY);
    for (const one of [id, single.id, promised.id]) await reaches(store, one, 'abandoned');
    expect(await htmlOf(promised.page)).toContain('O prazo para pagar terminou');
    const html = (await htmlOf(page)).replaceAll('\u00a0', ' ');
    expect(html).toContain('Este código Pix não pode mais ser pago');
    // The discount is over.
    expect(html).toContain('R$ 100,00');
    expect((await htmlOf(`${page}?method=card`)).replaceAll('\u00a0', ' ')).toContain('Pagar R$ 100,00');

    expect((await choose(single.page, 'pix')).status).toBe(303);
    const { pix } = await reaches(store, single.id, 'pending');
    expect(new Date(pix!.expires_at) > (await world.current.now())).toBe(true);
    await store.sandbox.create(`/api/v1/sandbox/invoices/${single.id}/payment`, { outcome: 'confirmed' });
    await reaches(store, single.id, 'paid');
    await store.sandbox.create(`/api/v1/invoices/${id}/payments`, { card_token: 'tok_approved', amount: 100 });
    expect(await reaches(store, id, 'paid')).toMatchObject({ total: 100, payment_method: 'card' });

    const strict = await world.current.createStore({ pixExpirySeconds: 3_600 });
    const other = await make(strict, ['pix']);
    await reaches(strict, other.id, 'pending');
    await world.current.advance(2 * HOUR);
    await reaches(strict, other.id, 'abandoned');
    expect(await htmlOf(other.page)).toContain('O prazo para pagar terminou');
    const late = await strict.sandbox.request('POST', `/api/v1/invoices/${other.id}/payments`, {});
    expect([late.status, (late.body as { code: string }).code]).toEqual([409, 'invoice_not_payable']);
  });

  inBrowser('refused by card, the payer pays by Pix with one click, on a phone', async () => {
    const store = await world.current.createStore();
    const { id, page } = await make(store, ['pix', 'card']);
    await reaches(store, id, 'pending');
    const payer = await open({ viewport: PHONE });
    await payer.page.goto(world.current.baseUrl + page);
    await payer.page.getByRole('link', { name: 'Cartão de crédito', exact: true }).click();
    await payer.page.locator('.card-form[data-ready]').waitFor();
    await payer.page.getByRole('button', { name: /^Usar o cartão de teste: sem limite/ }).click();
    await payer.page.getByRole('button', { name: /^Pagar/ }).click();
    await payer.page.locator('.refusal').waitFor();
    await reaches(store, id, 'refused');
    await payer.page.getByRole('button', { name: 'Pix', exact: true }).click();
    await payer.page.locator('#code').waitFor();
    await reaches(store, id, 'pending');
    await store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome: 'confirmed' });
    await payer.reads('Pagamento confirmado');
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', payment_method: 'pix' });
    expect(payer.complaints).toEqual([]);
  });
});
