import { beforeEach, describe, expect, test } from '@jest/globals';
import type { InvoiceBody } from '../support/api-client.ts';
import { useApiWorld } from '../support/api-world.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import type { TestStore } from '../support/world.ts';

interface LinkBody {
  id: number;
  url: string;
  products: { product_id: number; quantity: number }[];
}
interface Problem {
  code: string;
  errors: { field: string; code: string }[];
}
type Sold = InvoiceBody & {
  checkout_url: string;
  payment_link_id: number | null;
  coupon: string | null;
  customer: { id: number; name: string; email: string; document: string | null };
};

const PAYER = { name: 'Ana Souza', email: 'ana.compra@example.com', document: '111.444.777-35' };

describe('payment links', () => {
  const world = useApiWorld();
  let store: TestStore;
  beforeEach(async () => {
    store = await world.current.createStore();
    // Each test is a payer of its own; all of them have one address here.
    await world.current.database.query('delete from rate_limit_counters');
  });

  const create = (fields: Record<string, unknown> = {}) =>
    store.sandbox.create<LinkBody>('/api/v1/payment-links', {
      ...{ name: 'Cesta de Natal', payment_method: 'pix' },
      products: [{ product_id: store.productId, quantity: 2 }],
      ...fields,
    });
  const page = async (url: string, language = 'en') => {
    const answer = await fetch(url, { headers: { 'Accept-Language': language } });
    const html = await answer.text();
    return { status: answer.status, html, submission: /name="submission" value="([\w-]+)"/.exec(html)?.[1] ?? '' };
  };
  const buy = async (url: string, fields: Record<string, string> = {}, submission?: string) => {
    const key = submission ?? (await page(url)).submission;
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Accept-Language': 'en', Accept: 'text/html' },
      body: new URLSearchParams({ ...PAYER, submission: key, ...fields }),
    });
    return { status: answer.status, location: answer.headers.get('Location'), html: await answer.text() };
  };
  const soldAt = async (linkId: number) =>
    (await store.sandbox.get<{ data: Sold[] }>(`/api/v1/invoices?payment_link_id=${linkId}`)).body.data;

  test('each payer gets an invoice, and is led to its checkout', async () => {
    const link = await create({ description: 'Entrega até o dia 20', metadata: { campaign: 'xmas' } });
    const shown = await page(link.url);
    expect(shown.status).toBe(200);
    for (const text of ['Cesta de Natal', 'Entrega até o dia 20', '100.00', 'Full name', 'Padaria Estrela']) {
      expect(shown.html).toContain(text);
    }
    expect(shown.html).not.toContain('Coupon');
    const { status, location } = await buy(link.url);
    const [invoice] = await soldAt(link.id);
    expect([status, location]).toEqual([303, new URL(invoice!.checkout_url).pathname]);
    expect(invoice).toMatchObject({
      ...{ payment_link_id: link.id, total: 100, payment_method: 'pix', description: 'Cesta de Natal' },
      ...{ metadata: { campaign: 'xmas' }, customer: { name: 'Ana Souza', document: '11144477735' } },
    });
    const { body } = await store.sandbox.get<{ data: { data: { payment_link_id: number } }[] }>('/api/v1/events');
    expect(body.data[0]!.data.payment_link_id).toBe(link.id);
  });

  test('who buys again is the same customer, of whom nothing is changed', async () => {
    const link = await create();
    await buy(link.url);
    await buy(link.url, { name: 'Somebody Else' });
    await buy(link.url, { email: 'other@example.com' });
    const customers = (await soldAt(link.id)).map(({ customer }) => customer);
    expect(customers.map(({ name }) => name)).toEqual(['Ana Souza', 'Ana Souza', 'Ana Souza']);
    expect(new Set(customers.map(({ id }) => id)).size).toBe(2);
  });

  test('a form that is sent twice makes one invoice', async () => {
    const link = await create();
    const { submission } = await page(link.url);
    const answers = await Promise.all([buy(link.url, {}, submission), buy(link.url, {}, submission)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(answers[0].location).toBe(answers[1].location);
    expect(await soldAt(link.id)).toHaveLength(1);
  });

  test('what is wrong is told beside its field, with what was typed', async () => {
    const link = await create({ accepts_coupons: true });
    const { status, html } = await buy(link.url, {
      ...{ name: '', email: 'ana', document: '111.444.777-00', coupon: '<b>x</b>' },
    });
    expect(status).toBe(422);
    for (const text of ['Write your name', 'Give an e-mail', 'Give a CPF or CNPJ', 'This coupon cannot be used']) {
      expect(html).toContain(text);
    }
    expect(html).toContain('value="111.444.777-00"');
    expect(html).not.toContain('<b>x</b>');
    expect(await soldAt(link.id)).toEqual([]);
  });

  test('a coupon takes something off where the link takes coupons', async () => {
    const discount = { type: 'percentage', value: 10 };
    await store.sandbox.create('/api/v1/coupons', { code: 'NATAL', discount, max_redemptions_per_customer: 1 });
    const link = await create({ accepts_coupons: true });
    expect((await page(link.url)).html).toContain('Coupon (optional)');
    expect((await buy(link.url, { coupon: 'OUTRO' })).html).toContain('There is no coupon with this code');
    expect((await buy(link.url, { coupon: 'natal' })).status).toBe(303);
    expect((await buy(link.url, { coupon: 'natal' })).html).toContain('You have used this coupon');
    expect(await soldAt(link.id)).toMatchObject([{ coupon: 'NATAL', total: 90 }]);
    // A refused purchase leaves no customer either.
    const { body } = await store.sandbox.get<{ data: object[] }>(`/api/v1/customers?email=${PAYER.email}`);
    expect(body.data).toHaveLength(1);
    const without = await create();
    await buy(without.url, { coupon: 'natal' });
    expect(await soldAt(without.id)).toMatchObject([{ coupon: null, total: 100 }]);
  });

  test('sells no more than there are, however many ask at once; what ran out is sold again', async () => {
    const link = await create({ max_invoices: 2 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => buy(link.url)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 409, 409, 409]);
    expect((await page(link.url)).html).toContain('This sale is over');
    const [newest, oldest] = await soldAt(link.id);
    await confirmPayment(world.current, { attemptId: oldest!.payments[0]!.id, amountCents: 10_000 });
    await store.sandbox.create(`/api/v1/invoices/${newest!.id}/cancel`);
    expect((await buy(link.url)).status).toBe(303);
    expect((await buy(link.url, {}, 'c'.repeat(24))).status).toBe(409);
  });

  test('is over after its last day, once archived, and while a product of it is', async () => {
    const isOver = async (url: string) => (await page(url)).html.includes('This sale is over');
    const past = await create({ valid_until: '2026-01-01' });
    expect([await isOver(past.url), (await buy(past.url, {}, 'a'.repeat(24))).status]).toEqual([true, 409]);
    const link = await create();
    const change = (path: string, body: object) => store.sandbox.request('PATCH', `/api/v1${path}`, body);
    await store.sandbox.request('DELETE', `/api/v1/payment-links/${link.id}`);
    expect(await isOver(link.url)).toBe(true);
    await change(`/payment-links/${link.id}`, { active: true });
    expect(await isOver(link.url)).toBe(false);
    await change(`/products/${store.productId}`, { active: false });
    expect(await isOver(link.url)).toBe(true);
    expect(await soldAt(link.id)).toEqual([]);
  });

  test('of an amount has a product of that price', async () => {
    const link = await create({ products: null, amount: 180 });
    const [line] = link.products;
    const { body } = await store.sandbox.get(`/api/v1/products/${line!.product_id}`);
    expect(body).toMatchObject({ name: 'Cesta de Natal', price: 180 });
    await buy(link.url);
    expect(await soldAt(link.id)).toMatchObject([{ total: 180 }]);
  });

  test.each([
    [{ products: null }, ['products', 'one_of_two']],
    [{ amount: 10 }, ['products', 'one_of_two']],
    [{ products: [{ product_id: 999_999, quantity: 1 }] }, ['products[0].product_id', 'not_found']],
    [{ installments: 3 }, ['installments', 'not_allowed']],
  ])('is refused with %j', async (fields, expected) => {
    const { status, body } = await store.sandbox.post<Problem>('/api/v1/payment-links', {
      ...{ name: 'Cesta', payment_method: 'pix', products: [{ product_id: store.productId, quantity: 1 }] },
      ...fields,
    });
    expect([status, body.errors.map(({ field, code }) => [field, code])]).toEqual([422, [expected]]);
  });

  test('an address that nobody was given shows nothing, and one that buys too often waits', async () => {
    expect((await page(`${world.current.baseUrl}/pay/${'A'.repeat(24)}`)).status).toBe(404);
    const link = await create();
    const statuses: number[] = [];
    for (let times = 0; times < 21; times += 1)
      statuses.push((await buy(link.url, { name: '' }, 'b'.repeat(24))).status);
    expect([statuses.slice(0, 20).every((status) => status === 422), statuses[20]]).toEqual([true, 429]);
  });
});
