import { beforeAll, describe, expect, test } from '@jest/globals';
import { formFieldOf, type SoldLine } from '../../src/panel/new-invoice/invoice-form.ts';
import { useApiWorld } from '../support/api-world.ts';
import type { InvoiceBody } from '../support/api-client.ts';
import { openPanel, type PanelBrowser } from '../support/panel-client.ts';
import { signedIn } from '../support/panel-people.ts';
import type { TestStore } from '../support/world.ts';

describe('the field of the form that is refused', () => {
  const lines: SoldLine[] = [
    { number: 2, productId: 1, quantity: 1 },
    { number: 5, name: 'Bolo', unitPriceCents: 100, quantity: 1 },
  ];
  test.each([
    ['products[1].product_id', false, 'item_5'],
    ['products', false, 'item_1'],
    ['customer_id', false, 'customer'],
    ['customer.document', false, 'customer'],
    ['customer.document', true, 'customer_document'],
    ['customer.address', true, 'customer'],
    ['discount.until', false, 'discount_until'],
    ['interest.value', false, 'interest_value'],
    ['due_date', false, 'due_date'],
  ])('%s (new customer: %s) is %s', (field, isNew, expected) => {
    expect(formFieldOf(field, { lines, isNew })).toBe(expected);
  });
});

describe('a new invoice in the panel', () => {
  const world = useApiWorld();
  let store: TestStore;
  let browser: PanelBrowser;
  beforeAll(async () => {
    store = await world.current.createStore();
    browser = await signedIn(world.current, { companyId: store.companyId, language: 'en' });
  });
  const at = (path: string) => `/panel/stores/${store.companyId}/sandbox${path}`;
  const create = (fields: Record<string, string>) => browser.submit(at('/invoices/new'), at('/invoices'), fields);
  const made = async (location: string | null): Promise<InvoiceBody & Record<string, unknown>> => {
    const id = /invoices\/(\d+)\/share\?done=createInvoice$/.exec(location ?? '')?.[1];
    return (await store.sandbox.get<InvoiceBody & Record<string, unknown>>(`/api/v1/invoices/${id}`)).body;
  };
  const known = () => ({ customer: `Maria (#${store.customerId})`, quantity_1: '1', payment_method: 'pix' });

  test('sells products of the list and things that are none, on the terms of the form', async () => {
    const answer = await create({
      ...known(),
      ...{ item_1: `Pão de queijo (#${store.productId})`, quantity_1: '2' },
      ...{ item_3: 'Bolo de casamento', quantity_3: '1', price_3: '890.00' },
      ...{ payment_method: 'boleto', due_date: '2031-03-07', description: 'Festa', external_reference: 'pedido-7' },
      ...{ discount_type: 'percentage', discount_value: '10', discount_until: '2031-03-01', fine_type: 'none' },
      ...{ interest_type: 'percentage', interest_value: '0.0333' },
    });
    expect(await made(answer.location)).toMatchObject({
      customer: { id: store.customerId },
      products: [
        { product_id: store.productId, quantity: 2, unit_price: 50 },
        { product_id: null, name: 'Bolo de casamento', quantity: 1, unit_price: 890 },
      ],
      ...{ payment_method: 'boleto', due_date: '2031-03-07', total: 891, discount_amount: 99, fine: null },
      interest: { type: 'percentage', value: 0.0333 },
      ...{ description: 'Festa', external_reference: 'pedido-7' },
    });
  });

  test('makes its customer with it, or neither of them', async () => {
    const payer = { customer: '', customer_name: 'Rosa Prado', customer_email: 'rosa@example.com' };
    const rosas = async () =>
      (await store.sandbox.get<{ data: { name: string }[] }>('/api/v1/customers?email=rosa@example.com')).body.data;
    const refused = await create({ ...known(), ...payer, item_1: 'Bolo', price_1: '10', coupon: 'NADA' });
    expect([refused.status, refused.html]).toEqual([
      422,
      expect.stringContaining('The store has no active coupon with this code.'),
    ]);
    expect(await rosas()).toEqual([]);
    const answer = await create({ ...known(), ...payer, item_1: 'Bolo', price_1: '10' });
    expect(await made(answer.location)).toMatchObject({ customer: { name: 'Rosa Prado' }, total: 10 });
    expect(await rosas()).toHaveLength(1);
  });

  test('sent twice, makes one invoice', async () => {
    const form = { ...known(), item_1: 'Bolo de milho', price_1: '10', _key: crypto.randomUUID() };
    await browser.post(at('/invoices'), form);
    expect((await browser.post(at('/invoices'), form)).location).toContain('done=already');
    const { body } = await store.sandbox.get<{ data: { products: { name: string }[] }[] }>('/api/v1/invoices');
    expect(body.data.filter(({ products }) => products[0]!.name === 'Bolo de milho')).toHaveLength(1);
  });

  test('tells all that is wrong at once, beside its fields, and keeps the typed text', async () => {
    const { status, html } = await create({
      ...known(),
      ...{ customer: '', item_1: 'Bolo', item_2: `Pão (#${store.productId})`, price_2: '5', item_3: '', price_3: '7' },
    });
    expect(status).toBe(422);
    for (const text of [
      'Choose a customer of the list, or give a new one.',
      'Give the price, or choose a product of the list.',
      'The product has its price',
      'Fill in this field.',
    ]) {
      expect(html).toContain(text);
    }
    expect(html).toMatch(/id="createInvoice-price_3"[^>]*value="7"/);
  });

  test.each([
    [{ customer: 'Maria', item_1: 'Bolo', price_1: '5' }, 'Choose a suggestion of the list, or give the number.'],
    [{ customer: '999999', item_1: 'Bolo', price_1: '5' }, 'The store has no such customer'],
    [{ item_1: 'Bolo (#999999)' }, 'The store has no such product'],
    [{ item_1: 'Bolo', price_1: '5', customer_name: 'Rosa' }, 'Choose a customer of the list or give a new one'],
    [{ customer: '', customer_name: 'R', customer_email: 'r', item_1: 'B', price_1: '5' }, 'Give an e-mail address'],
    [{ item_1: 'Bolo', price_1: '5', installments: '3' }, 'Installments are for payments by card alone.'],
    [{ item_1: 'Bolo', price_1: '5', due_date: '2001-01-01' }, 'This day is over.'],
    [{ item_1: 'Bolo', price_1: '5', discount_type: 'fixed', discount_value: '5' }, 'leaves nothing to pay'],
    [{ item_1: 'Bolo', price_1: '5', discount_type: 'fixed', coupon: 'X' }, 'A coupon or a discount, and not both.'],
    [{ item_1: 'Bolo', price_1: '5', fine_type: 'percentage', fine_value: '2' }, 'Give the due date'],
    [{ item_1: 'Bolo', price_1: '5', quantity_1: '0' }, 'The least is 1.'],
    [{}, 'Fill in this field.'],
  ] as [Record<string, string>, string][])('refuses %j', async (fields, text) => {
    const { status, html } = await create({ ...known(), ...fields });
    expect([status, html]).toEqual([422, expect.stringContaining(text)]);
  });

  test('says while it is typed what it comes to, and shows the page of its payer', async () => {
    const sale = new URLSearchParams({
      ...{ item_1: `Pão (#${store.productId})`, quantity_1: '2', item_2: 'Bolo', price_2: '20.50', item_3: 'Torta' },
      ...{ discount_type: 'percentage', discount_value: '10', payment_method: 'card', installments: '2' },
    }).toString();
    const { html } = await browser.get(at(`/invoices/new?${sale}`));
    for (const text of ['Bolo', 'R$120.50', '−R$12.05', 'R$108.45']) expect(html).toContain(text);
    const preview = /<iframe[^>]* src="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
    const page = (await browser.get(preview)).html;
    for (const text of ['Pão de queijo', 'Bolo', 'R$108.45']) expect(page).toContain(text);
    expect(page).not.toContain('Torta');
    for (const [method, sees] of [
      ['pix', 'Pix'],
      ['boleto', '00090.'],
    ] as const) {
      const other = preview.replace('payment_method=card&installments=2', `payment_method=${method}`);
      expect((await browser.get(other)).html).toContain(sees);
    }
    const wrong = await browser.get(at(`/invoices/new?${sale}&due_date=2001-01-01`));
    expect(wrong.html).toContain('This day is over.');
    expect(wrong.html).not.toContain('<iframe');
  });

  test('suggests customers by name, e-mail, CPF and number, and products by name, of its store alone', async () => {
    const { id } = await store.sandbox.create<{ id: number }>('/api/v1/customers', {
      ...{ name: 'Zélia "Z" Brandão', email: 'zb@example.com', document: '111.444.777-35' },
    });
    const suggestion = `Zélia &quot;Z&quot; Brandão (#${id})`;
    const suggest = async (path: string, text: string) =>
      (await browser.get(at(`${path}?customer=${encodeURIComponent(text)}`))).html;
    for (const text of ['zelia br', 'zb@example', '111.444.777-35', '11144477735', String(id)]) {
      expect([text, await suggest('/customers/choices', text)]).toEqual([text, expect.stringContaining(suggestion)]);
    }
    expect(await suggest('/products/choices', 'pao')).toContain(`Pão de queijo (#${store.productId})`);
    const other = await world.current.createStore();
    expect(await suggest('/customers/choices', String(other.customerId))).toBe('');
    expect(await suggest('/products/choices', 'nothing')).toBe('');
  });

  test('ends where it is shared: by its address, a chat, a mail and a camera', async () => {
    const { id } = await store.createInvoice();
    const { body } = await store.sandbox.get<{ checkout_url: string }>(`/api/v1/invoices/${id}`);
    const { checkout_url: url } = body;
    const { html } = await browser.get(at(`/invoices/${id}/share`));
    expect(html).toContain(`<code id="share-url">${url}</code>`);
    expect(html).toMatch(new RegExp(`href="https://wa.me/\\d*\\?text=[^"]*${encodeURIComponent(url)}`));
    expect(html).toMatch(/href="mailto:[^"]+\?subject=Invoice%20of[^"]+body=/);
    const picture = await browser.get(at(`/invoices/${id}/share.svg`));
    expect([picture.headers.get('Content-Type'), picture.html]).toEqual([
      'image/svg+xml',
      expect.stringMatching(/^<svg/),
    ]);
    expect((await browser.get(at(`/invoices/${id}`))).html).toContain(`/invoices/${id}/share"`);
    await store.sandbox.request('POST', `/api/v1/invoices/${id}/cancel`);
    expect((await browser.get(at(`/invoices/${id}/share`))).html).toContain('This invoice is over');
  });

  test('is not opened by a payer while its own people look at the checkout', async () => {
    const { id, checkout_hash: hash } = await store.createInvoice({ payment_method: 'card' });
    const opened = async () =>
      (
        await world.current.database.query<{ opened: boolean }>(
          'select checkout_opened_at is not null as opened from invoices where id = $1',
          [id],
        )
      )[0]!.opened;
    const visit = (cookie: string | null) =>
      fetch(`${world.current.baseUrl}/checkout/${hash}/acts`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) },
        body: '{"act":"opened"}',
      });
    expect((await visit(browser.cookie)).status).toBe(204);
    expect(await opened()).toBe(false);
    const elsewhere = await world.current.createStore();
    const stranger = await signedIn(world.current, { companyId: elsewhere.companyId });
    expect((await visit(stranger.cookie)).status).toBe(204);
    expect(await opened()).toBe(true);
    expect((await visit(openPanel(world.current).cookie)).status).toBe(204);
  });
});
