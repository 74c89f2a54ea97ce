import { describe, expect, test } from '@jest/globals';
import { addDays } from '../../src/base/calendar/calendar-date.ts';
import { storeToday } from '../../src/invoices/due-dates.ts';
import { useApiWorld } from '../support/api-world.ts';
import type { PanelBrowser } from '../support/panel-client.ts';
import { signedIn } from '../support/panel-people.ts';
import {
  act,
  change,
  dayOf,
  readSubscription,
  subscribe,
  ZONE,
  type SubscriptionBody,
} from '../support/subscriptions.ts';
import type { TestStore } from '../support/world.ts';

const world = useApiWorld();

const today = (): string => storeToday(new Date(), { timeZone: ZONE });
const text = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');
/** The day as pages in English have it. */
const said = (date: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));

async function enter(role: 'owner' | 'developer' | 'support' = 'owner', language: 'pt' | 'en' = 'en') {
  const store = await world.current.createStore();
  // So that what is due today is due at any hour at which this is run.
  await world.current.database.query(`update companies set renewal_time = '00:00' where id = $1`, [store.companyId]);
  const browser = await signedIn(world.current, { companyId: store.companyId, role, language });
  const at = (path: string) => `/panel/stores/${store.companyId}/sandbox${path}`;
  const problemOf =
    (html: string) =>
    (field: string): string | null =>
      new RegExp(`id="\\w+(?:-\\d+)?-${field}-problem">([^<]*)<`).exec(html)?.[1] ?? null;
  return { store, browser, at, problemOf };
}

/** The form by which a reader charges the store's product every month by Pix. */
const monthly = ({ customerId, productId }: TestStore) => ({
  customer_id: String(customerId),
  product_1: String(productId),
  quantity_1: '2',
  payment_method: 'pix',
  interval: 'month',
  interval_count: '1',
});

/** All that the page's form of the terms sends as it stands. */
const termsOf = ({ productId }: TestStore) => ({
  product_1: String(productId),
  quantity_1: '1',
  payment_method: 'card',
  interval: 'month',
  interval_count: '1',
  days_before_due: '5',
});

async function listed(store: TestStore): Promise<SubscriptionBody[]> {
  return (await store.sandbox.get<{ data: SubscriptionBody[] }>('/api/v1/subscriptions')).body.data;
}

/**
 * The newest charge of a subscription has failed, and its attempts are spent: as if the gateway had refused the card.
 */
async function spendAttempts(subscriptionId: number): Promise<void> {
  const { database } = world.current;
  const ofCycle = '(select invoice_id from subscription_cycles where subscription_id = $1)';
  const statements = [
    `update payment_attempts set state = 'refused', refusal_reason = 'card_declined' where invoice_id in ${ofCycle}`,
    `update invoices set status = 'refused' where id in ${ofCycle}`,
    `update subscription_cycles set state = 'unpaid', failures = 4 where subscription_id = $1`,
    `update subscriptions set status = 'past_due', past_due_since = now() where id = $1`,
  ];
  for (const statement of statements) await database.query(statement, [subscriptionId]);
}

async function audited(store: TestStore) {
  return world.current.database.query<{ action: string; subject: string; details: Record<string, unknown> }>(
    'select action, subject, details from audit_entries where company_id = $1 order by id',
    [store.companyId],
  );
}

describe('the list of subscriptions', () => {
  const idsIn = (html: string): number[] =>
    [...html.matchAll(/aria-label="Subscription (\d+)"/g)].map(([, id]) => Number(id));

  test('has each with its customer, rhythm, total, status and next due date, and finds by filters', async () => {
    const { store, browser, at } = await enter();
    const monthlyOne = await subscribe(store, { anchor_day: 31 });
    const weekly = await subscribe(store, {
      payment_method: 'pix',
      interval: 'week',
      interval_count: 2,
      anchor_day: 1,
    });
    const joao = await store.sandbox.create<{ id: number }>('/api/v1/customers', {
      name: 'João Conceição',
      email: 'joao@example.com',
    });
    const other = await subscribe(store, { customer_id: joao.id, external_reference: 'plan 7', anchor_day: 1 });
    await act(store, { id: other.id, what: 'pause' });
    const find = async (query = '') => (await browser.get(at(`/subscriptions?${query}`))).html;
    const all = await find();
    expect(idsIn(all)).toEqual([other.id, weekly.id, monthlyOne.id]);
    expect(all).toContain('every month on the 31st');
    expect(all).toContain('every 2 weeks on Monday');
    expect(all).toContain('R$50.00');
    expect(all).toContain('<span class="badge warn">Paused</span>');
    expect(all).toContain(said((await readSubscription(store, weekly.id)).next_due_date!));
    expect(idsIn(await find('status=paused'))).toEqual([other.id]);
    expect(idsIn(await find('method=pix'))).toEqual([weekly.id]);
    expect(idsIn(await find(`customer=${store.customerId}`))).toEqual([weekly.id, monthlyOne.id]);
    expect(idsIn(await find('reference=plan+7'))).toEqual([other.id]);
    expect(await find(`customer=${joao.id}`)).toContain('Customer: <bdi>João Conceição</bdi>');
    expect(await find('status=ended')).toContain('No subscription fits these filters.');
    expect((await browser.get(at('/subscriptions?customer=x'))).status).toBe(422);
  });

  test('goes from page to page', async () => {
    const { store, browser, at } = await enter();
    for (let made = 0; made < 26; made += 1) await subscribe(store, { payment_method: 'pix', trial_days: 30 });
    const first = (await browser.get(at('/subscriptions?method=pix'))).html;
    expect(idsIn(first)).toHaveLength(25);
    const older = /rel="next" href="([^"]*)"/.exec(first)![1]!.replaceAll('&amp;', '&');
    expect(older).toContain('method=pix');
    expect(idsIn((await browser.get(older)).html)).toHaveLength(1);
  });

  test('an empty list of subscriptions says so, and is in the navigation', async () => {
    const { browser, at } = await enter('owner', 'pt');
    const { html } = await browser.get(at('/subscriptions'));
    expect(html).toContain('Nenhuma assinatura ainda.');
    const link = new RegExp(`<a href="${at('/subscriptions')}" aria-current="page"><svg[^]*?</svg>Assinaturas</a>`);
    expect(html).toMatch(link);
    // The picture of the section is in the navigation and in the list, and the first act is offered there.
    expect(html.match(/icons\.svg\?v=[^#]*#subscriptions/g)).toHaveLength(2);
    expect(html).toContain(`<a class="button small" href="${at('/subscriptions/new')}">`);
  });
});

describe('the page of a subscription', () => {
  test('tells its terms, its cycles, what comes next, and its labels, and never a token', async () => {
    const { store, browser, at } = await enter();
    const { id, latest_cycle: cycle } = await subscribe(store, {
      anchor_day: Number(today().slice(8)),
      cycles: 3,
      description: 'Clube do pão',
      external_reference: 'plan 7',
      metadata: { shelf: 'B3' },
    });
    const { html } = await browser.get(at(`/subscriptions/${id}`));
    const { next_due_date: next } = await readSubscription(store, id);
    for (const part of ['After 3 charges', 'Card on file Yes', 'Clube do pão', 'plan 7', 'shelf B3', 'R$50.00']) {
      expect(text(html)).toContain(part);
    }
    expect(text(html)).toContain(`The next period is charged to the card on file on ${said(next!)}, 00:00.`);
    expect(text(html)).toContain(`waits for its payment`);
    expect(html).toContain(`href="${at(`/invoices/${cycle!.invoice_id}`)}"`);
    expect(html).toContain('<span class="badge info">Under way</span>');
    // Two of the three cycles are to come.
    const upcoming = html.split('id="upcoming"')[1]!.split('</section>')[0]!;
    expect(upcoming.match(/<tr><th scope="row">/g)).toHaveLength(2);
    expect(html).not.toContain('tok_approved</dd>');
    expect(html).not.toMatch(/value="tok_/);
  });

  test('is said in Portuguese', async () => {
    const { store, browser, at } = await enter('owner', 'pt');
    const { id } = await subscribe(store, { payment_method: 'boleto', trial_days: 40, anchor_day: 31 });
    const { html } = await browser.get(at(`/subscriptions/${id}`));
    expect(text(html)).toContain('todo dia 31. Nos meses mais curtos, no último dia.');
    expect(text(html)).toContain('Em período de teste.');
    expect(text(html)).toContain('5 dias antes do vencimento, às 00:00');
    expect(text(html)).toContain('Nenhuma cobrança foi feita ainda.');
  });

  test('the page of a past-due subscription tells the store’s next steps', async () => {
    const { store, browser, at } = await enter();
    const { id } = await subscribe(store);
    await spendAttempts(id);
    const page = async () => text((await browser.get(at(`/subscriptions/${id}`))).html);
    expect(await page()).toContain('By the settings of the store it goes on all the same.');
    await world.current.database.query('update subscriptions set gives_up_on = $2 where id = $1', [
      id,
      addDays(today(), 7),
    ]);
    expect(await page()).toContain(`It is canceled on ${said(addDays(today(), 7))} unless it is paid before.`);
    await world.current.database.query(
      `update subscription_cycles set state = 'retrying', failures = 2, next_attempt_at = now() where subscription_id = $1`,
      [id],
    );
    expect(await page()).toContain('failed 2 times; the next attempt is on');
  });

  test('the page of a subscription without a card says that the customer submits one', async () => {
    const { store, browser, at } = await enter();
    const { id } = await subscribe(store, { card_token: null });
    expect(text((await browser.get(at(`/subscriptions/${id}`))).html)).toContain('No card is on file');
  });

  test('shows older cycles on further pages', async () => {
    const { store, browser, at } = await enter();
    const { id } = await subscribe(store, { payment_method: 'pix' });
    for (let more = 1; more <= 24; more += 1) {
      const invoice = await store.createInvoice();
      await world.current.database.query(
        `insert into subscription_cycles
           (company_id, environment, subscription_id, number, due_date, period_end, invoice_id, state, created_at, updated_at)
         select company_id, environment, subscription_id, number + $2, due_date + $2, due_date + $2 + 1, $3, 'paid', now(), now()
         from subscription_cycles where subscription_id = $1 and number = 1`,
        [id, more, invoice.id],
      );
    }
    const first = (await browser.get(at(`/subscriptions/${id}`))).html;
    expect(first.match(/aria-label="Invoice \d+"/g)).toHaveLength(24);
    const older = /rel="next" href="([^"]*)"/.exec(first)![1]!;
    expect((await browser.get(older)).html.match(/aria-label="Invoice \d+"/g)).toHaveLength(1);
  });

  test('is linked from its invoice and its customer', async () => {
    const { store, browser, at } = await enter();
    const { id, latest_cycle: cycle } = await subscribe(store);
    const invoice = (await browser.get(at(`/invoices/${cycle!.invoice_id}`))).html;
    expect(invoice).toContain(`<a href="${at(`/subscriptions/${id}`)}" id="subscription-link">Subscription ${id}</a>`);
    const plain = await store.createInvoice();
    expect((await browser.get(at(`/invoices/${plain.id}`))).html).not.toContain('subscription-link');
    const customer = (await browser.get(at(`/customers/${store.customerId}`))).html;
    expect(customer).toContain(at(`/subscriptions?customer=${store.customerId}`));
    expect(customer).toContain(at(`/subscriptions/new?customer=${store.customerId}`));
  });

  test('the page of a subscription of another store or environment is not found', async () => {
    const { store, browser, at } = await enter();
    const { store: other } = await enter();
    const { id } = await subscribe(other, { payment_method: 'pix' });
    const mine = await subscribe(store, { payment_method: 'pix' });
    const pages = [at(`/subscriptions/${id}`), at(`/subscriptions/${mine.id}`).replace('/sandbox/', '/production/')];
    for (const page of pages) {
      expect((await browser.get(page)).status).toBe(404);
      expect((await browser.get(`${page}/edit`)).status).toBe(404);
      const fields = { ...termsOf(store), when: 'now', invoices: 'cancel' };
      for (const act of ['edit', 'labels', 'pause', 'resume', 'cancel', 'retry']) {
        expect((await browser.post(`${page}/${act}`, fields)).status).toBe(404);
      }
    }
    expect(await readSubscription(other, id)).toMatchObject({ status: 'active' });
    expect(await readSubscription(store, mine.id)).toMatchObject({ status: 'active' });
  });
});

describe('a new subscription', () => {
  test('is what the API then returns, with its first invoice, and the log says who made it', async () => {
    const { store, browser, at } = await enter('developer');
    const cake = await store.sandbox.create<{ id: number }>('/api/v1/products', { name: 'Bolo', price: 12.5 });
    const form = await browser.get(at(`/subscriptions/new?customer=${store.customerId}`));
    expect(form.html).toMatch(new RegExp(`value="Ana Souza \\(#${store.customerId}\\)"`));
    expect(form.html).toContain('tok_insufficient_funds');
    const answer = await browser.submit(at('/subscriptions/new'), at('/subscriptions'), {
      ...monthly(store),
      product_3: String(cake.id),
      quantity_3: '1',
      // The field belongs to another interval: it counts for nothing.
      weekday: '3',
      month_day: String(Number(today().slice(8))),
      cycles: '1200',
      days_before_due: '7',
      description: 'Clube do pão',
      external_reference: 'plan 7',
      metadata: 'shelf = B3\nnote = first\n second',
    });
    const id = Number(/subscriptions\/(\d+)\?done=createSubscription$/.exec(answer.location!)![1]);
    expect((await store.sandbox.get(`/api/v1/subscriptions/${id}`)).body).toMatchObject({
      status: 'active',
      customer: { id: store.customerId },
      products: [
        { product_id: store.productId, quantity: 2 },
        { product_id: cake.id, quantity: 1 },
      ],
      total: 112.5,
      payment_method: 'pix',
      interval: 'month',
      interval_count: 1,
      anchor_day: Number(today().slice(8)),
      start_date: today(),
      cycles: 1200,
      cycles_made: 1,
      days_before_due: 7,
      description: 'Clube do pão',
      external_reference: 'plan 7',
      metadata: { shelf: 'B3', note: 'first\nsecond' },
    });
    expect((await browser.get(answer.location!)).html).toContain('The subscription is created.');
    expect(await audited(store)).toEqual([
      { action: 'createSubscription', subject: `subscription ${id}`, details: {} },
    ]);
  });

  test('by card keeps the token and shows it nowhere', async () => {
    const { store, browser, at } = await enter();
    const fields = { ...monthly(store), payment_method: 'card', card_token: 'tok_approved', interval: 'year' };
    const { location } = await browser.submit(at('/subscriptions/new'), at('/subscriptions'), fields);
    const [made] = await listed(store);
    expect(made).toMatchObject({ has_card: true, payment_method: 'card' });
    expect((await browser.get(location!)).html).not.toContain('tok_approved');
    expect(JSON.stringify(await audited(store))).not.toContain('tok_');
  });

  test('sent twice is one', async () => {
    const { store, browser, at } = await enter();
    const twice = { ...monthly(store), _key: crypto.randomUUID() };
    const answers = await Promise.all([1, 2].map(() => browser.post(at('/subscriptions'), twice)));
    expect(answers.map(({ location }) => location)).toContain(`${at('/subscriptions/new')}?done=already`);
    expect(await listed(store)).toHaveLength(1);
  });

  test.each([
    ['en', 'Fill in this field.', 'Give a date that exists.', 'never a card number', 'name = value'],
    ['pt', 'Preencha este campo.', 'Informe uma data que exista.', 'nunca um número de cartão', 'nome = valor'],
  ] as const)('that is wrong is told beside its fields (%s), and is none', async (language, ...texts) => {
    const { store, browser, at, problemOf } = await enter('owner', language);
    const [missing, noDate, noToken, noMetadata] = texts;
    const send = async (fields: Record<string, string>) => {
      const answer = await browser.submit(at('/subscriptions/new'), at('/subscriptions'), fields);
      expect(answer.status).toBe(422);
      return problemOf(answer.html);
    };
    const empty = await send({ quantity_1: '1', start_date: '2026-02-30' });
    expect(empty('customer_id')).toBe(missing);
    expect(empty('product_1')).toBe(missing);
    expect(empty('interval')).toBe(missing);
    expect(empty('start_date')).toBe(noDate);
    const first = await send({ ...monthly(store), product_1: '', product_2: String(store.productId), quantity_2: '' });
    expect(first('quantity_2')).toBe(missing);
    const texted = await send({ ...monthly(store), card_token: '4242 4242 4242 4242', metadata: 'no name' });
    expect(texted('card_token')).toContain(noToken);
    expect(texted('metadata')).toContain(noMetadata);
    expect((await send({ ...monthly(store), product_1: '' }))('product_1')).toBe(missing);
    expect(await listed(store)).toEqual([]);
    expect(await audited(store)).toEqual([]);
  });

  test('with what the store does not have, or what does not fit, is told beside its fields', async () => {
    const { store, browser, at, problemOf } = await enter();
    const archived = await store.sandbox.create<{ id: number }>('/api/v1/products', { name: 'Bolo', price: 12.5 });
    await store.sandbox.request('PATCH', `/api/v1/products/${archived.id}`, { active: false });
    const other = await world.current.createStore();
    const send = async (fields: Record<string, string>) => {
      const { html } = await browser.post(at('/subscriptions'), { ...monthly(store), ...fields });
      return problemOf(html);
    };
    const unknown = await send({
      customer_id: String(other.customerId),
      product_2: String(other.productId),
      quantity_2: '1',
      product_5: String(archived.id),
      quantity_5: '1',
    });
    expect(unknown('customer_id')).toBe('There is no customer of this number in this store and environment.');
    expect(unknown('product_1')).toBeNull();
    expect(unknown('product_2')).toBe('There is no product of this number in this store and environment.');
    expect(unknown('product_5')).toBe('This product is archived: bring it back or choose another.');
    expect((await send({ interval: 'year', interval_count: '4' }))('interval_count')).toContain('three years');
    expect((await send({ start_date: addDays(today(), -1) }))('start_date')).toContain('is past');
    expect((await send({ cycles: '2', end_date: addDays(today(), 90) }))('end_date')).toContain('not both');
    expect((await send({ end_date: today(), trial_days: '3' }))('end_date')).toContain('nothing would be charged');
    expect((await send({ card_token: 'tok_approved' }))('card_token')).toContain('Only subscriptions');
    expect((await send({ trial_days: '731' }))('trial_days')).toBe('The most is 730.');
    expect((await send({ quantity_1: '10001' }))('quantity_1')).toContain('The most is');
    expect(await listed(store)).toEqual([]);
  });

  test('in production needs a gateway, and says so', async () => {
    const { store, browser, at } = await enter();
    const { html, status } = await browser.post(at('/subscriptions').replace('/sandbox/', '/production/'), {
      ...monthly(store),
    });
    expect(status).toBe(422);
    expect(html).toContain('This store has no payment gateway for production yet.');
  });

  test('says before it is made which charges come, with their dates and amounts', async () => {
    const { store, browser, at } = await enter();
    await store.sandbox.create('/api/v1/coupons', {
      ...{ code: 'COMECO', discount: { type: 'percentage', value: 50 }, cycles: 1 },
    });
    const fields = Object.entries(monthly(store)).filter(([name]) => name !== 'customer_id');
    const start = addDays(today(), 10);
    const sale = new URLSearchParams({
      ...Object.fromEntries(fields),
      start_date: start,
      cycles: '3',
      coupon: 'COMECO',
    });
    const outline = (html: string) => text(html.slice(html.indexOf('id="outline"')));
    const shown = outline((await browser.get(at(`/subscriptions/new?${sale.toString()}`))).html);
    const subscription = await subscribe(store, {
      ...{ products: [{ product_id: store.productId, quantity: 2 }], payment_method: 'pix', card_token: null },
      ...{ interval: 'month', start_date: start, cycles: 3, coupon: 'COMECO', anchor_day: Number(start.slice(8)) },
    });
    expect(shown).toContain(said(subscription.next_due_date!));
    expect(shown.match(/R\$\d+\.\d\d/g)).toEqual(['R$50.00', 'R$100.00', 'R$100.00']);
    sale.set('start_date', '2001-01-01');
    expect(outline((await browser.get(at(`/subscriptions/new?${sale.toString()}`))).html)).toContain('is past');
  });
});

describe('a change of a subscription', () => {
  const edit = async (browser: PanelBrowser, page: string, fields: Record<string, string>) =>
    browser.submit(`${page}/edit`, `${page}/edit`, fields);

  test('holds from the next invoice on; what is not changed stays, also an agreed price', async () => {
    const { store, browser, at } = await enter();
    const { id, anchor_day } = await subscribe(store);
    const page = at(`/subscriptions/${id}`);
    await store.sandbox.request('PATCH', `/api/v1/products/${store.productId}`, { price: 99 });
    const terms = { ...termsOf(store), month_day: String(anchor_day) };
    expect((await edit(browser, page, terms)).location).toBe(`${page}?done=updateSubscription`);
    expect(await readSubscription(store, id)).toMatchObject({ total: 50, has_card: true, anchor_day });
    await edit(browser, page, { ...terms, cycles: '12', days_before_due: '0' });
    expect(await readSubscription(store, id)).toMatchObject({ total: 50, cycles: 12, days_before_due: 0 });
    await edit(browser, page, { ...terms, reprice: 'on', remove_card: 'on' });
    expect(await readSubscription(store, id)).toMatchObject({ total: 99, cycles: null, has_card: false });
    await edit(browser, page, { ...terms, quantity_1: '3', payment_method: 'pix', interval_count: '2' });
    expect(await readSubscription(store, id)).toMatchObject({
      total: 297,
      payment_method: 'pix',
      interval: 'month',
      interval_count: 2,
    });
    expect((await audited(store)).map(({ details }) => details.changed)).toEqual([
      // The product, by API.
      ['price'],
      [],
      ['cycles', 'daysBeforeDue'],
      ['products', 'cycles', 'daysBeforeDue', 'cardToken'],
      ['products', 'paymentMethod', 'intervalCount'],
    ]);
  });

  test('from months to weeks takes the weekday that is named, or that of the next due date', async () => {
    const { store, browser, at } = await enter();
    const { id, next_due_date: next } = await subscribe(store, { payment_method: 'pix', anchor_day: 15 });
    const page = at(`/subscriptions/${id}`);
    const terms = { ...termsOf(store), payment_method: 'pix', month_day: '15' };
    await edit(browser, page, { ...terms, interval: 'week' });
    const weekday = new Date(`${next!}T00:00:00Z`).getUTCDay() || 7;
    expect(await readSubscription(store, id)).toMatchObject({ anchor_day: weekday, next_due_date: next });
    await edit(browser, page, { ...terms, interval: 'week', weekday: '7' });
    expect(await readSubscription(store, id)).toMatchObject({ anchor_day: 7 });
    await edit(browser, page, { ...terms, interval: 'month', weekday: '7', month_day: '31' });
    expect(await readSubscription(store, id)).toMatchObject({ anchor_day: 31 });
  });

  test.each([
    ['en', 'Only subscriptions that are paid by card', 'The most is 60.'],
    ['pt', 'Só assinaturas pagas com cartão', 'O maior valor é 60.'],
  ] as const)(
    'that does not fit is told beside its field (%s), and changes nothing',
    async (language, noCard, most) => {
      const { store, browser, at, problemOf } = await enter('owner', language);
      const { id } = await subscribe(store, { payment_method: 'pix' });
      const before = await readSubscription(store, id);
      const page = at(`/subscriptions/${id}`);
      const terms = { ...termsOf(store), payment_method: 'pix' };
      const token = await edit(browser, page, { ...terms, card_token: 'tok_approved', cycles: '5' });
      expect([token.status, problemOf(token.html)('card_token')]).toEqual([422, expect.stringContaining(noCard)]);
      const days = await edit(browser, page, { ...terms, days_before_due: '61' });
      expect(problemOf(days.html)('days_before_due')).toBe(most);
      const none = await edit(browser, page, { ...terms, product_1: '' });
      expect(problemOf(none.html)('product_1')).not.toBeNull();
      expect(await readSubscription(store, id)).toEqual(before);
    },
  );

  test('a change of a subscription with more lines than the form has leaves them as they are', async () => {
    const { store, browser, at } = await enter();
    const products = Array.from({ length: 21 }, () => ({ product_id: store.productId, quantity: 1 }));
    const { id } = await subscribe(store, { payment_method: 'pix', products });
    const page = at(`/subscriptions/${id}`);
    expect((await browser.get(`${page}/edit`)).html).toContain('This subscription has 21 lines');
    const terms = { ...termsOf(store), product_1: '', quantity_1: '' };
    await edit(browser, page, { ...terms, payment_method: 'boleto' });
    expect(await readSubscription(store, id)).toMatchObject({ total: 1_050, payment_method: 'boleto' });
  });

  test('the labels of a subscription that is over can change, and its terms no more', async () => {
    const { store, browser, at } = await enter();
    const { id } = await subscribe(store, { metadata: { shelf: 'B3', old: 'x' } });
    await act(store, { id, what: 'cancel' });
    const page = at(`/subscriptions/${id}`);
    const form = (await browser.get(`${page}/edit`)).html;
    expect(form).not.toContain(`action="${page}/edit"`);
    expect(form).toContain('old = x\nshelf = B3</textarea>');
    const labels = { description: 'Clube', external_reference: '', metadata: 'shelf = C1\r\nnew = y' };
    await browser.submit(`${page}/edit`, `${page}/labels`, labels);
    expect((await store.sandbox.get(`/api/v1/subscriptions/${id}`)).body).toMatchObject({
      description: 'Clube',
      external_reference: null,
      metadata: { shelf: 'C1', new: 'y' },
    });
    const refused = await browser.post(`${page}/edit`, { ...termsOf(store), cycles: '7' });
    expect(refused.status).toBe(409);
    expect(refused.html).toContain('This subscription is over: nothing more can be done with it.');
  });
});

describe('the acts on a subscription', () => {
  test('is paused until a day, the day is changed, and it is resumed', async () => {
    const { store, browser, at, problemOf } = await enter();
    const { id } = await subscribe(store);
    const page = at(`/subscriptions/${id}`);
    const wrong = await browser.submit(page, `${page}/pause`, { resume_date: today() });
    expect([wrong.status, problemOf(wrong.html)('resume_date')]).toEqual([422, 'Give a day after today.']);
    const day = addDays(today(), 3);
    expect((await browser.submit(page, `${page}/pause`, { resume_date: day })).location).toBe(
      `${page}?done=pauseSubscription`,
    );
    expect(await readSubscription(store, id)).toMatchObject({ status: 'paused', resume_date: day });
    expect(text((await browser.get(page)).html)).toContain(`The pause ends by itself on ${said(day)}.`);
    await browser.submit(page, `${page}/pause`, { resume_date: '' });
    expect(await readSubscription(store, id)).toMatchObject({ status: 'paused', resume_date: null });
    expect(text((await browser.get(page)).html)).toContain('The pause ends when you resume the subscription.');
    await browser.submit(page, `${page}/resume`);
    expect(await readSubscription(store, id)).toMatchObject({ status: 'active' });
    const again = await browser.post(`${page}/resume`);
    expect([again.status, again.html]).toEqual([409, expect.stringContaining('This subscription is not paused')]);
    expect((await audited(store)).map(({ action, details }) => [action, details])).toEqual([
      ['pauseSubscription', { resume_date: day }],
      ['pauseSubscription', { resume_date: null }],
      ['resumeSubscription', {}],
    ]);
  });

  test('is canceled at the end of its period, which is taken back, and canceled now', async () => {
    const { store, browser, at } = await enter();
    const { id, latest_cycle: cycle } = await subscribe(store, { payment_method: 'boleto' });
    const page = at(`/subscriptions/${id}`);
    await browser.submit(page, `${page}/cancel`, { when: 'period_end', invoices: 'cancel' });
    expect(await readSubscription(store, id)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    const planned = (await browser.get(page)).html;
    expect(text(planned)).toContain('when the period that was paid for is over');
    expect(planned).not.toContain('value="period_end"');
    expect(planned).not.toContain(`${page}/pause`);
    await browser.submit(page, `${page}/resume`);
    expect(await readSubscription(store, id)).toMatchObject({ cancel_at_period_end: false });
    await browser.submit(page, `${page}/cancel`, { when: 'now', invoices: 'keep' });
    expect(await readSubscription(store, id)).toMatchObject({ status: 'canceled', cancellation_reason: 'requested' });
    expect(await store.sandbox.invoice(cycle!.invoice_id)).not.toMatchObject({ status: 'canceled' });
    const over = (await browser.get(page)).html;
    expect(text(over)).toContain(`Canceled on ${said(today())}, as the store asked.`);
    expect(over).not.toContain(`${page}/cancel`);
    const refused = await browser.post(`${page}/pause`, {});
    expect([refused.status, refused.html]).toEqual([409, expect.stringContaining('This subscription is over')]);
  });

  test('is canceled with what it owes', async () => {
    const { store, browser, at } = await enter();
    const { id } = await subscribe(store);
    await spendAttempts(id);
    const page = at(`/subscriptions/${id}`);
    const nothing = await browser.post(`${page}/cancel`, {});
    expect(nothing.status).toBe(422);
    expect(await readSubscription(store, id)).toMatchObject({ status: 'past_due' });
    await browser.submit(page, `${page}/cancel`, { when: 'now', invoices: 'cancel' });
    expect(await readSubscription(store, id)).toMatchObject({
      status: 'canceled',
      latest_cycle: { status: 'canceled', invoice_status: 'canceled' },
    });
  });

  test('is charged again, with another card or the one on file, once there is something unpaid', async () => {
    const { store, browser, at, problemOf } = await enter('owner', 'pt');
    const { id } = await subscribe(store);
    const page = at(`/subscriptions/${id}`);
    expect((await browser.get(page)).html).not.toContain(`${page}/retry`);
    const early = await browser.post(`${page}/retry`, {});
    expect([early.status, early.html]).toEqual([409, expect.stringContaining('nada a tentar de novo')]);
    await spendAttempts(id);
    const number = await browser.submit(page, `${page}/retry`, { card_token: '4242424242424242' });
    expect(problemOf(number.html)('card_token')).toContain('nunca um número de cartão');
    expect(number.html).not.toContain('4242424242424242');
    expect(await readSubscription(store, id)).toMatchObject({ status: 'past_due' });
    const key = crypto.randomUUID();
    const answers = await Promise.all(
      [1, 2].map(() => browser.post(`${page}/retry`, { card_token: 'tok_approved', _key: key })),
    );
    expect(answers.map(({ location }) => location).sort()).toEqual([
      `${page}?done=already`,
      `${page}?done=retrySubscription`,
    ]);
    expect(await readSubscription(store, id)).toMatchObject({ latest_cycle: { status: 'open' } });
    const attempts = await world.current.database.query<{ state: string }>(
      `select state from payment_attempts where invoice_id =
         (select invoice_id from subscription_cycles where subscription_id = $1) order by number`,
      [id],
    );
    expect(attempts.map(({ state }) => state)).toEqual(['refused', 'pending']);
    expect(JSON.stringify(await audited(store))).not.toContain('tok_');
  });

  test('that a bank is to debit has its authorization on its page, canceled and asked for anew', async () => {
    const { store, browser, at } = await enter();
    const payer = { name: 'Ana Souza', email: 'ana@example.com', document: '11144477735' };
    const { id: customerId } = await store.sandbox.create<{ id: number }>('/api/v1/customers', payer);
    const form = { ...monthly({ ...store, customerId }), payment_method: 'pix_automatic' };
    await browser.submit(at('/subscriptions/new'), at('/subscriptions'), form);
    const [made] = await listed(store);
    expect(made).toMatchObject({ status: 'awaiting_authorization', authorization: { status: 'requested' } });
    const page = at(`/subscriptions/${made!.id}`);
    const begun = text((await browser.get(page)).html);
    expect(begun).toContain('Pix Automático authorization');
    expect(begun).toContain('While there is no authorization, each charge is paid by a Pix code.');
    const ended = await browser.submit(page, `${page}/authorization/cancel`, {});
    expect(text((await browser.get(ended.location!)).html)).toContain('Authorization canceled.');
    expect(await readSubscription(store, made!.id)).toMatchObject({
      authorization: { status: 'canceled', ended_by: 'store' },
    });
    const again = await browser.submit(page, `${page}/authorization`, {});
    expect(text((await browser.get(again.location!)).html)).toContain('The authorization was asked for.');
    expect(await readSubscription(store, made!.id)).toMatchObject({ authorization: { status: 'requested' } });
  });

  test('is looked at by who supports, who changes nothing', async () => {
    const { store, browser, at } = await enter('support');
    const { id } = await subscribe(store);
    await spendAttempts(id);
    const page = at(`/subscriptions/${id}`);
    for (const path of [at('/subscriptions'), page]) {
      const { status, html } = await browser.get(path);
      expect(status).toBe(200);
      expect(html.match(/<form method="post"/g)).toHaveLength(1);
      expect(html).not.toContain('/subscriptions/new');
      expect(html).not.toContain('/edit');
    }
    for (const path of [at('/subscriptions/new'), `${page}/edit`]) expect((await browser.get(path)).status).toBe(403);
    for (const act of ['edit', 'labels', 'pause', 'resume', 'cancel', 'retry']) {
      expect((await browser.post(`${page}/${act}`, {})).status).toBe(403);
    }
    expect((await browser.post(at('/subscriptions'), monthly(store))).status).toBe(403);
    expect(await readSubscription(store, id)).toMatchObject({ status: 'past_due' });
  });

  test('is refused while the store is suspended, and the page says that nothing is charged', async () => {
    const { store, browser, at } = await enter();
    const { id } = await subscribe(store);
    await change(store, id, { days_before_due: 4 });
    await world.current.database.query(`update companies set suspended_at = now() where id = $1`, [store.companyId]);
    const page = at(`/subscriptions/${id}`);
    expect(text((await browser.get(page)).html)).toContain(
      'The store is suspended: nothing is charged until it is back.',
    );
    const fields = { ...termsOf(store), when: 'now', invoices: 'cancel' };
    for (const path of [at('/subscriptions'), ...['edit', 'pause', 'cancel', 'retry'].map((one) => `${page}/${one}`)]) {
      expect((await browser.post(path, fields)).status).toBe(403);
    }
    const rows = await world.current.database.query('select status from subscriptions where id = $1', [id]);
    expect(rows).toEqual([{ status: 'active' }]);
  });

  test('ends the attempt to archive its customer, with the reason', async () => {
    const { store, browser, at } = await enter('owner', 'pt');
    await subscribe(store);
    const customer = at(`/customers/${store.customerId}`);
    const { status, html } = await browser.submit(customer, `${customer}/archive`);
    expect([status, html]).toEqual([409, expect.stringContaining('cancele-a antes de arquivá-lo')]);
  });
});

test('days are those of the store', () => {
  expect(dayOf(new Date())).toBe(today());
});
