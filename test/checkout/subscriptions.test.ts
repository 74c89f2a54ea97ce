import { beforeAll, describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import { statementsOf } from '../support/count-queries.ts';
import { act, change, subscribe, type SubscriptionBody } from '../support/subscriptions.ts';
import type { TestStore } from '../support/world.ts';

/** By card, with none on file: its first invoice waits for one. */
const NO_CARD = { card_token: null };

describe('the payer’s page of a subscription’s invoice', () => {
  const world = useApiWorld();
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
  });

  const hashOf = async (invoiceId: number) => (await store.sandbox.invoice(invoiceId)).checkout_hash;
  const pageOf = async ({ latest_cycle: cycle }: SubscriptionBody, language = 'pt-BR'): Promise<string> => {
    const hash = await hashOf(cycle!.invoice_id);
    const headers = { Accept: 'text/html', 'Accept-Language': language };
    const response = await fetch(`${world.current.baseUrl}/checkout/${hash}`, { headers });
    expect(response.status).toBe(200);
    return (await response.text()).replaceAll(/[\u00a0\u2009]/g, ' ');
  };
  const lineOf = (html: string) => /<p class="recurs">(.*?)<\/p>/.exec(html)?.[1] ?? null;
  const consentOf = (html: string) => /<p class="consent" id="consent"><bdi>(.*?)<\/bdi><\/p>/.exec(html)?.[1] ?? null;

  test.each([
    [
      'pt-BR',
      'Assinatura: R$ 50,00 todo mês',
      /em cada renovação da assinatura \(todo mês\).* hoje R\$ 50,00, até que a assinatura seja cancelada\..* fale com a loja: Padaria Estrela\.$/,
    ],
    [
      'en',
      'Subscription: R$50.00 every month',
      /at each renewal of the subscription \(every month\).* now R\$50\.00, until the subscription is canceled\..* ask the store: Padaria Estrela\.$/,
    ],
    [
      'es',
      'Suscripción: R$ 50,00 cada mes',
      /en cada renovación de la suscripción \(cada mes\).* hoy R\$ 50,00, hasta que la suscripción se cancele\..* consulte con la tienda: Padaria Estrela\.$/,
    ],
  ])('by card says in %s that it recurs, and what a card that is sent is kept for', async (language, line, consent) => {
    const html = await pageOf(await subscribe(store, NO_CARD), language);
    expect(lineOf(html)).toBe(line);
    expect(consentOf(html)).toMatch(consent);
    // It is heard with the button, and read before it.
    expect(html).toMatch(/id="consent"[\s\S]*<button type="submit" [^>]*aria-describedby="consent">/);
  });

  test.each(['pix', 'boleto'])('by %s says that it recurs, and keeps no card', async (method) => {
    const html = await pageOf(await subscribe(store, { payment_method: method, interval: 'week', interval_count: 2 }));
    expect(lineOf(html)).toBe('Assinatura: R$ 50,00 a cada 2 semanas');
    expect(html).not.toContain('consent');
  });

  test('says nothing of the kind where no subscription made the invoice', async () => {
    const { id } = await store.createInvoice({ payment_method: 'card' });
    const response = await fetch(`${world.current.baseUrl}/checkout/${await hashOf(id)}`, {
      headers: { Accept: 'text/html', 'Accept-Language': 'pt-BR' },
    });
    expect(await response.text()).not.toMatch(/[Aa]ssinatura|consent|recurs|Período/);
  });

  test('the page of a canceled subscription asks for the owed amount, and for no consent', async () => {
    const subscription = await subscribe(store, NO_CARD);
    await act(store, { id: subscription.id, what: 'cancel', body: { when: 'now', invoices: 'keep' } });
    const html = await pageOf(subscription);
    expect(html).toContain('card-form');
    expect(html).toContain('<dt>Período</dt>');
    expect([lineOf(html), consentOf(html)]).toEqual([null, null]);
    expect(html).not.toMatch(/[Aa]ssinatura|consent/);
  });

  test.each([
    ['of a number of cycles', { cycles: 12 }, {}],
    ['that is canceled when its period ends', {}, { when: 'period_end' }],
  ])('%s says that it ends', async (_, fields, cancellation) => {
    const subscription = await subscribe(store, { ...NO_CARD, ...fields });
    if ('when' in cancellation) await act(store, { id: subscription.id, what: 'cancel', body: cancellation });
    expect(consentOf(await pageOf(subscription))).toContain('até que a assinatura termine ou seja cancelada.');
  });

  test('tells the price of the next ones, and keeps no card once they are paid otherwise', async () => {
    const subscription = await subscribe(store, NO_CARD);
    const { id } = subscription;
    await change(store, id, { products: [{ product_id: store.productId, quantity: 3 }], interval_count: 6 });
    const dearer = await pageOf(subscription);
    expect(lineOf(dearer)).toBe('Assinatura: R$ 150,00 a cada 6 meses');
    expect(consentOf(dearer)).toContain('hoje R$ 150,00');
    expect(dearer).toMatch(/amount-value">R\$ 50,00</);
    await change(store, id, { payment_method: 'pix' });
    const html = await pageOf(subscription);
    expect(html).toContain('card-form');
    expect([lineOf(html), consentOf(html)]).toEqual(['Assinatura: R$ 150,00 a cada 6 meses', null]);
  });

  test('shows the first and the last day that it is for', async () => {
    const subscription = await subscribe(store, NO_CARD);
    await world.current.database.query(
      `update subscription_cycles set due_date = '2027-01-31', period_end = '2027-02-28' where invoice_id = $1`,
      [subscription.latest_cycle!.invoice_id],
    );
    const period = /<dt>[^<]*<\/dt><dd>([^<]*2027)<\/dd>/;
    expect(period.exec(await pageOf(subscription))![1]).toBe('31 de janeiro – 27 de fevereiro de 2027');
    expect(period.exec(await pageOf(subscription, 'en'))![1]).toBe('January 31 – February 27, 2027');
    expect(period.exec(await pageOf(subscription, 'es'))![1]).toBe('31 de enero – 27 de febrero de 2027');
  });

  test('costs one query more than another page', async () => {
    const subscription = await subscribe(store, NO_CARD);
    const ordinary = await store.createInvoice({ payment_method: 'card' });
    const ask = (hash: string) => () => fetch(`${world.current.baseUrl}/checkout/${hash}/status`);
    const without = await statementsOf(ask(ordinary.checkout_hash));
    const statements = await statementsOf(ask(await hashOf(subscription.latest_cycle!.invoice_id)));
    const ofSubscriptions = (list: string[]) => list.filter((text) => text.includes('subscriptions'));
    expect(ofSubscriptions(statements)).toHaveLength(1);
    expect(ofSubscriptions(without)).toEqual([]);
    expect(statements.length).toBeLessThanOrEqual(without.length + 1);
  });
});
