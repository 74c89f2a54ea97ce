import { beforeAll, describe, expect, test } from '@jest/globals';
import type { InvoiceBody } from '../support/api-client.ts';
import { useApiWorld } from '../support/api-world.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import type { TestStore } from '../support/world.ts';

interface Problem {
  code: string;
  errors: { field: string; code: string; message: string }[];
}

describe('an invoice whose payer chooses the method', () => {
  const world = useApiWorld();
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore({ boletoWithPix: false });
  });

  const make = (methods: string[], fields: Record<string, unknown> = {}) =>
    store.createInvoice({ payment_method: undefined, payment_methods: methods, ...fields });
  const refused = async (fields: Record<string, unknown>) => {
    const body = { customer_id: store.customerId, products: [{ product_id: store.productId, quantity: 1 }], ...fields };
    const answer = await store.sandbox.request<Problem>('POST', '/api/v1/invoices', body);
    expect(answer.status).toBe(422);
    return answer.body.errors;
  };
  const pay = (id: number, body: object) =>
    store.sandbox.request<Problem>('POST', `/api/v1/invoices/${id}/payments`, body);
  const change = (id: number, body: object) =>
    store.sandbox.request<InvoiceBody & Problem>('PATCH', `/api/v1/invoices/${id}`, body);
  const attemptsOf = async (id: number) =>
    (await store.sandbox.invoice(id)).payments.map((one) => `${one.payment_method} ${one.status}`);
  /** The names of the fields that each change of an invoice changed, the first change first. */
  const changesOf = async (id: number) => {
    const path = `/api/v1/events?invoice_id=${id}`;
    const { body } = await store.sandbox.get<{ data: { data: { changed?: string[] } }[] }>(path);
    return body.data.flatMap(({ data }) => (data.changed ? [data.changed.toSorted()] : [])).toReversed();
  };

  test('is charged by the first one, or by the one that the store names', async () => {
    expect(await make(['pix', 'card'])).toMatchObject({ payment_method: 'pix', payment_methods: ['pix', 'card'] });
    const named = await make(['card', 'pix'], { payment_method: 'pix' });
    expect(named).toMatchObject({ payment_method: 'pix', payment_methods: ['card', 'pix'] });
    expect(named.payments).toMatchObject([{ payment_method: 'pix' }]);
    expect((await make(['card', 'pix'])).payments).toEqual([]);
    expect(await store.createInvoice()).toMatchObject({ payment_methods: ['pix'] });
  });

  test.each([
    [{}, 'payment_method', 'object.missing'],
    [{ payment_methods: [] }, 'payment_methods', 'array.min'],
    [{ payment_methods: ['pix', 'pix'] }, 'payment_methods[1]', 'array.unique'],
    [{ payment_methods: ['pix', 'cash'] }, 'payment_methods[1]', 'any.only'],
    [{ payment_methods: ['pix', 'card'], payment_method: 'boleto' }, 'payment_method', 'not_allowed'],
    [{ payment_methods: ['pix', 'boleto'], installments: 3 }, 'installments', 'not_allowed'],
    [{ payment_methods: ['card', 'boleto'], pix_expires_in: 3_600 }, 'pix_expires_in', 'not_allowed'],
  ])('refuses %j', async (fields, field, code) => {
    expect(await refused(fields)).toMatchObject([{ field, code }]);
  });

  test('has the terms of all its methods: a due date for a boleto, parts for a card, late fees for both', async () => {
    const other = await world.current.createStore();
    await world.current.database.query('update companies set default_fine = $2 where id = $1', [
      other.companyId,
      { type: 'percentage', ppm: 20_000 },
    ]);
    const invoice = await other.createInvoice({ payment_methods: ['card', 'pix', 'boleto'], installments: 3 });
    expect(invoice).toMatchObject({ installments: 3, fine: { type: 'percentage', value: 2 }, payment_method: 'pix' });
    expect(invoice.due_date).not.toBeNull();
    // A Pix code is paid at once.
    expect(invoice.payments).toMatchObject([{ payment_method: 'pix', installments: 1 }]);
  });

  test('takes the charge of one method back for that of another, as often as the payer likes', async () => {
    const { id } = await make(['pix', 'boleto']);
    expect((await pay(id, { payment_method: 'boleto' })).status).toBe(201);
    expect(await store.sandbox.invoice(id)).toMatchObject({
      payment_method: 'boleto',
      payment_methods: ['pix', 'boleto'],
    });
    expect(await attemptsOf(id)).toEqual(['pix canceled', 'boleto pending']);
    expect((await pay(id, { payment_method: 'pix' })).status).toBe(201);
    expect(await attemptsOf(id)).toEqual(['pix canceled', 'boleto canceled', 'pix pending']);
    expect(await changesOf(id)).toEqual([['payment_method'], ['payment_method']]);
    const again = await pay(id, { payment_method: 'pix' });
    expect([again.status, again.body.code]).toEqual([409, 'attempt_pending']);
  });

  test('is paid by card where a card is given, and by nothing else while the card is charged', async () => {
    const { id } = await make(['pix', 'card'], { installments: 3 });
    expect((await pay(id, { card_token: 'tok_approved', installments: 3 })).status).toBe(201);
    expect(await attemptsOf(id)).toEqual(['pix canceled', 'card pending']);
    const other = await pay(id, { payment_method: 'pix' });
    expect([other.status, other.body.code]).toEqual([409, 'attempt_pending']);
  });

  test('offers no other method', async () => {
    const { id } = await make(['pix', 'card']);
    expect((await pay(id, { payment_method: 'boleto' })).body.errors).toEqual([
      expect.objectContaining({
        field: 'payment_method',
        code: 'not_offered',
        message: expect.stringContaining('pix, card'),
      }),
    ]);
    expect((await pay(id, { payment_method: 'card' })).body.errors).toMatchObject([{ field: 'card_token' }]);
    expect((await pay(id, { payment_method: 'pix', card_token: 'tok_approved' })).status).toBe(422);
    const single = await store.createInvoice();
    expect((await pay(single.id, { card_token: 'tok_approved' })).body.errors).toMatchObject([{ field: 'card_token' }]);
    expect(await attemptsOf(id)).toEqual(['pix pending']);
  });

  test('asks for what is missing, also where a part came by another method', async () => {
    const { id, payments } = await make(['pix', 'card']);
    await confirmPayment(world.current, { attemptId: payments[0]!.id, amountCents: 4_000 });
    expect((await pay(id, { card_token: 'tok_approved', amount: 60 })).status).toBe(201);
    const { payments: attempts } = await store.sandbox.invoice(id);
    expect(attempts.at(-1)).toMatchObject({ payment_method: 'card', amount: 60 });
  });

  test('that is paid or given up takes no other method', async () => {
    const { id, payments } = await make(['pix', 'card']);
    await confirmPayment(world.current, { attemptId: payments[0]!.id, amountCents: 10_000 });
    expect((await pay(id, { card_token: 'tok_approved' })).body.code).toBe('invoice_not_payable');
    const other = await make(['pix', 'boleto']);
    await store.sandbox.create(`/api/v1/invoices/${other.id}/cancel`);
    expect((await pay(other.id, { payment_method: 'boleto' })).body.code).toBe('invoice_not_payable');
  });

  test('gets other methods from the store: the charge stays while its method is offered', async () => {
    const { id } = await store.createInvoice();
    expect((await change(id, { payment_methods: ['card', 'pix'] })).body).toMatchObject({
      payment_method: 'pix',
      payment_methods: ['card', 'pix'],
    });
    expect(await attemptsOf(id)).toEqual(['pix pending']);
    expect((await change(id, { payment_methods: ['boleto', 'card'] })).body).toMatchObject({
      payment_method: 'boleto',
      payment_methods: ['boleto', 'card'],
    });
    expect(await attemptsOf(id)).toEqual(['pix canceled', 'boleto pending']);
    expect((await change(id, { payment_method: 'card' })).body).toMatchObject({
      payment_method: 'card',
      payment_methods: ['boleto', 'card'],
    });
    expect((await change(id, { payment_method: 'pix' })).body).toMatchObject({
      payment_method: 'pix',
      payment_methods: ['pix'],
    });
    expect(await changesOf(id)).toEqual([
      ['payment_methods'],
      // A boleto gets a due date.
      ['due_date', 'payment_method', 'payment_methods'],
      ['payment_method'],
      ['payment_method', 'payment_methods'],
    ]);
    const wrong = await change(id, { payment_method: 'pix', payment_methods: ['card'] });
    expect(wrong.body.errors).toMatchObject([{ field: 'payment_method', code: 'not_allowed' }]);
  });

  test('keeps its methods once it is paid', async () => {
    const { id, payments } = await make(['pix', 'card']);
    await confirmPayment(world.current, { attemptId: payments[0]!.id, amountCents: 10_000 });
    expect((await change(id, { payment_methods: ['pix'] })).body.code).toBe('invoice_not_editable');
  });

  test('comes of a payment link that offers several, and leads back to the shop', async () => {
    const setSites = (sites: string) =>
      world.current.database.query('update companies set return_origins = $2 where id = $1', [store.companyId, sites]);
    const refusedLink = await store.sandbox.request<Problem>('POST', '/api/v1/payment-links', {
      ...{ name: 'x', amount: 1, payment_method: 'pix', return_url: 'https://shop.example/thanks' },
    });
    expect(refusedLink.body.errors).toMatchObject([{ field: 'return_url', code: 'not_registered' }]);
    await setSites('{https://shop.example}');
    const link = await store.sandbox.create<{ id: number; url: string }>('/api/v1/payment-links', {
      return_url: 'https://shop.example/thanks',
      name: 'Curso de bolos',
      amount: 240,
      payment_methods: ['pix', 'card'],
      installments: 3,
    });
    expect(link).toMatchObject({ payment_method: 'pix', payment_methods: ['pix', 'card'] });
    const buy = async () => {
      const html = await (await fetch(link.url, { headers: { 'Accept-Language': 'pt-BR' } })).text();
      expect(html).toContain('Pix ou Cartão de crédito');
      const answer = await fetch(link.url, {
        method: 'POST',
        body: new URLSearchParams({
          ...{ name: 'Bruno Lima', email: 'bruno@example.com', document: '111.444.777-35' },
          submission: /name="submission" value="([^"]+)"/.exec(html)![1]!,
        }),
        redirect: 'manual',
      });
      expect(answer.status).toBe(303);
      const newest = 'select max(id) as id from invoices where payment_link_id = $1';
      const [made] = await world.current.database.query<{ id: string }>(newest, [link.id]);
      return store.sandbox.invoice(Number(made!.id));
    };
    const terms = { payment_methods: ['pix', 'card'] };
    expect(await buy()).toMatchObject({ ...terms, return_url: 'https://shop.example/thanks' });
    // The store takes its site back: the link sells on.
    await setSites('{}');
    expect(await buy()).toMatchObject({ ...terms, return_url: null });
    const bad = { name: 'x', amount: 1, payment_methods: ['pix', 'boleto'] };
    expect((await store.sandbox.request('POST', '/api/v1/payment-links', bad)).status).toBe(422);
  });
});
