import { beforeAll, describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import type { PanelBrowser } from '../support/panel-client.ts';
import { signedIn } from '../support/panel-people.ts';
import type { TestStore } from '../support/world.ts';

const world = useApiWorld();

/** The ids of the invoices that a list shows, in its order. */
const idsIn = (html: string): number[] => [...html.matchAll(/aria-label="Invoice (\d+)"/g)].map(([, id]) => Number(id));

async function newStore(role: 'owner' | 'developer' | 'support' = 'owner') {
  const store = await world.current.createStore();
  const person = await signedIn(world.current, { companyId: store.companyId, role });
  return { store, person, base: `/panel/stores/${store.companyId}/sandbox` };
}

/** Pays an invoice as its payer would, in one payment or several. */
async function paidInvoice(store: TestStore, ...amountsCents: number[]): Promise<number> {
  const { id, payments } = await store.createInvoice();
  for (const [index, amountCents] of (amountsCents.length > 0 ? amountsCents : [10_000]).entries()) {
    await confirmPayment(world.current, { attemptId: payments[0]!.id, amountCents, paymentId: `pay_${id}_${index}` });
  }
  return id;
}

describe('the list of invoices', () => {
  let store: TestStore;
  let person: PanelBrowser;
  let base: string;
  const made: Record<'first' | 'boleto' | 'joao' | 'paid', number> = { first: 0, boleto: 0, joao: 0, paid: 0 };
  beforeAll(async () => {
    ({ store, person, base } = await newStore());
    made.first = (await store.createInvoice({ external_reference: 'order 77' })).id;
    made.boleto = (await store.createInvoice({ payment_method: 'boleto', external_reference: '1234567' })).id;
    const joao = await store.sandbox.create<{ id: number }>('/api/v1/customers', {
      name: 'João Conceição da Silva',
      email: 'joao.silva@example.com',
    });
    made.joao = (await store.createInvoice({ customer_id: joao.id, payment_method: 'card' })).id;
    made.paid = await paidInvoice(store);
  });
  const list = async (query: Record<string, string> = {}) =>
    (await person.get(`${base}/invoices?${new URLSearchParams(query).toString()}`)).html;

  test('has each with its customer and state, the newest first', async () => {
    const html = await list();
    expect(idsIn(html)).toEqual([made.paid, made.joao, made.boleto, made.first]);
    expect(html).toContain('Ana Souza');
    expect(html).toContain('<span class="badge good">Paid</span>');
  });

  test.each([
    ['a status', { status: 'paid' }, ['paid']],
    ['a method', { method: 'boleto' }, ['boleto']],
    ['a status and a method that do not go together', { status: 'paid', method: 'boleto' }, []],
    ['the number of nothing', { q: '987654321987654321987654321' }, []],
    ['a reference of digits', { q: '1234567' }, ['boleto']],
    ['a reference of words', { q: 'order 77' }, ['first']],
    ['a name without its accents', { q: 'joao conceicao' }, ['joao']],
    ['beginnings of words, in any order, in capitals, with accents', { q: 'SIL JOÃ' }, ['joao']],
    ['an address', { q: 'joao.silva@example.com' }, ['joao']],
    ['words between what would be operators', { q: "jo:* & !silva | '" }, ['joao']],
    ['signs alone', { q: '!&|' }, []],
    ['a status and beginnings of words', { status: 'open', q: 'an' }, ['boleto', 'first']],
    ['words and a status', { q: 'ana', status: 'paid' }, ['paid']],
    ['due dates, of which only boletos have one', { due_from: '2020-01-01', due_to: '2999-12-31' }, ['boleto']],
    ['days long ago', { created_from: '2001-01-01', created_to: '2001-12-31' }, []],
    ['days until the last there is', { created_to: '9999-12-31' }, ['paid', 'joao', 'boleto', 'first']],
    [
      'fields that are left empty',
      { q: '', status: '', due_from: '', created_to: '' },
      ['paid', 'joao', 'boleto', 'first'],
    ],
  ] as const)('finds by %s', async (_what, query, expected) => {
    expect(idsIn(await list(query))).toEqual(expected.map((name) => made[name]));
  });

  test('finds by the number of an invoice, and says when there is none', async () => {
    expect(idsIn(await list({ q: String(made.joao) }))).toEqual([made.joao]);
    expect(await list({ q: 'nobody' })).toContain('No invoice fits these filters.');
  });

  test('finds those of one customer, whom it names', async () => {
    const html = await list({ customer: String(store.customerId) });
    expect(idsIn(html)).toEqual([made.paid, made.boleto, made.first]);
    expect(idsIn(await list({ customer: String(store.customerId), q: 'ana', status: 'paid' }))).toEqual([made.paid]);
    expect(idsIn(await list({ customer: String(store.customerId), q: 'silva' }))).toEqual([]);
    expect(html).toContain('Only those of the customer');
    expect(html).toContain(`<input type="hidden" name="customer" value="${store.customerId}">`);
  });

  test('finds every letter with an accent by itself, in capitals and without its accent', async () => {
    const other = await newStore();
    const name = 'ÁÀÂÃÄ ÉÈÊË ÍÌÎÏ ÓÒÔÕÖ ÚÙÛÜ ÇÑ';
    const customer = await other.store.sandbox.create<{ id: number }>('/api/v1/customers', {
      name,
      email: 'letters@example.com',
    });
    const { id } = await other.store.createInvoice({ customer_id: customer.id });
    for (const q of [name, name.toLowerCase(), name.normalize('NFD'), 'aaaaa eeee iiii ooooo uuuu cn']) {
      expect(
        idsIn((await other.person.get(`${other.base}/invoices?${new URLSearchParams({ q }).toString()}`)).html),
      ).toEqual([id]);
    }
  });

  test('finds a name whose accents are letters of their own, as some keyboards and imports write them', async () => {
    const other = await newStore();
    const name = 'João Conceição'.normalize('NFD');
    const customer = await other.store.sandbox.create<{ id: number }>('/api/v1/customers', {
      name: 'To be renamed',
      email: 'apart@example.com',
    });
    await world.current.database.query('update customers set name = $1 where id = $2', [name, customer.id]);
    const { id } = await other.store.createInvoice({ customer_id: customer.id });
    for (const q of [name, name.normalize('NFC'), 'joao conceicao']) {
      expect(
        idsIn((await other.person.get(`${other.base}/invoices?${new URLSearchParams({ q }).toString()}`)).html),
      ).toEqual([id]);
    }
  });

  test('says that words are too wide of 201 customers, and not of 200', async () => {
    const other = await newStore();
    const insert = (count: number) =>
      world.current.database.query(
        `insert into customers (company_id, environment, name, email, active, created_at, updated_at)
         select $1::bigint, 'sandbox', 'Wide', 'wide@example.com', true, now(), now() from generate_series(1, $2::int)`,
        [other.store.companyId, count],
      );
    const isTooWide = async () =>
      (await other.person.get(`${other.base}/invoices?q=wide`)).html.includes('Many customers have these words');
    await insert(200);
    expect(await isTooWide()).toBe(false);
    await insert(1);
    expect(await isTooWide()).toBe(true);
  });

  test('takes days as those of the store, not those of Greenwich', async () => {
    const other = await newStore();
    const { id } = await other.store.createInvoice();
    // 23:30 on the tenth in São Paulo, when it is the eleventh in Greenwich.
    await world.current.database.query(`update invoices set created_at = '2021-03-11T02:30:00Z' where id = $1`, [id]);
    const of = async (day: string) =>
      idsIn((await other.person.get(`${other.base}/invoices?created_from=${day}&created_to=${day}`)).html);
    expect([await of('2021-03-09'), await of('2021-03-10'), await of('2021-03-11')]).toEqual([[], [id], []]);
  });

  test('says of a date that does not exist that it does not, keeps it as it was typed, and uses the other filters', async () => {
    const { status, html } = await person.get(`${base}/invoices?status=paid&created_from=2026-02-30&due_to=soon`);
    expect(status).toBe(422);
    expect(html).toContain('Give a date that exists.');
    expect(html).toMatch(/name="created_from" value="2026-02-30"[^>]*aria-invalid="true"/);
    expect(html).toMatch(/name="due_to" value="soon"[^>]*aria-invalid="true"/);
    expect(idsIn(html)).toEqual([made.paid]);
  });

  test('says of a range that ends before it begins that it does, beside its end', async () => {
    const { status, html } = await person.get(
      `${base}/invoices?created_from=2026-03-02&created_to=2026-03-01&due_from=2026-03-01&due_to=2026-03-01`,
    );
    expect(status).toBe(422);
    expect(html).toContain('id="filter-created_to-problem">The beginning is after the end.');
    expect(html).not.toContain('id="filter-due_to-problem"');
  });

  test('has nothing of another store or environment, also when it is asked for by number or customer', async () => {
    const other = await newStore();
    const theirs = await other.store.createInvoice({ external_reference: 'order 77' });
    expect(idsIn(await list({ q: 'order 77' }))).toEqual([made.first]);
    expect(idsIn(await list({ q: String(theirs.id) }))).toEqual([]);
    expect(idsIn(await list({ customer: String(other.store.customerId) }))).toEqual([]);
    const production = await person.get(`/panel/stores/${store.companyId}/production/invoices?q=ana`);
    expect(idsIn(production.html)).toEqual([]);
  });

  test('is there for support too; and for nobody of another store', async () => {
    const support = await signedIn(world.current, { companyId: store.companyId, role: 'support' });
    expect((await support.get(`${base}/invoices`)).status).toBe(200);
    const stranger = await newStore();
    expect((await stranger.person.get(`${base}/invoices`)).status).toBe(404);
    expect((await stranger.person.get(`${base}/invoices.csv`)).status).toBe(404);
  });

  test('is in Portuguese for who reads it', async () => {
    const leitor = await signedIn(world.current, { companyId: store.companyId, language: 'pt' });
    const { html } = await leitor.get(`${base}/invoices`);
    expect(html).toContain('Cobranças encontradas');
    expect(html).toContain('<span class="badge good">Paga</span>');
  });
});

describe('pages of the list', () => {
  test.each([
    ['as they are', ''],
    ['by days', 'created_from=2020-01-01'],
    ['by due date', 'due_from=2020-01-01'],
    ['by words', 'q=ana'],
  ])('have every invoice once, forwards and back: %s', async (_what, query) => {
    const { store, person, base } = await newStore();
    await world.current.database.query(
      `insert into invoices (company_id, environment, customer_id, status, version, event_sequence, payment_method, checkout_hash, subtotal_cents, total_cents, amount_paid_cents, amount_refunded_cents, due_date, abandonment_at, created_at, updated_at)
       select $1::bigint, 'sandbox', $2::bigint, 'open', 1, 1, 'boleto', 'pages-' || $1::bigint || '-' || n, 1000, 1000, 0, 0, date '2026-01-01' + (n * 7 % 40), now(), timestamptz '2026-01-01' + n / 3 * interval '1 hour', now()
       from generate_series(1, 60) as n`,
      [store.companyId, store.customerId],
    );
    const link = (html: string, rel: string) =>
      new RegExp(`rel="${rel}" href="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const first = await person.get(`${base}/invoices?${query}`);
    const second = await person.get(link(first.html, 'next'));
    const third = await person.get(link(second.html, 'next'));
    const pages = [first, second, third].map(({ html }) => idsIn(html));
    expect(pages.map(({ length }) => length)).toEqual([25, 25, 10]);
    expect(new Set(pages.flat()).size).toBe(60);
    expect(link(third.html, 'next')).toBe('');
    expect(idsIn((await person.get(link(third.html, 'prev'))).html)).toEqual(pages[1]);
    expect(idsIn((await person.get(link(second.html, 'prev'))).html)).toEqual(pages[0]);
  });
});

describe('the page of an invoice', () => {
  let store: TestStore;
  let person: PanelBrowser;
  let base: string;
  beforeAll(async () => {
    ({ store, person, base } = await newStore());
  });

  test('has what is known of it, and its timeline as a picture and in words', async () => {
    const id = await paidInvoice(store, 12_000);
    const { status, html } = await person.get(`${base}/invoices/${id}`);
    expect(status).toBe(200);
    expect(html).toContain(`<h1>Invoice ${id}</h1>`);
    expect(html).toContain('Pão de queijo');
    expect(html).toMatch(
      /<svg[^>]* role="img" aria-labelledby="timeline-title timeline-text">\s*<title id="timeline-title">/,
    );
    expect(html).toMatch(/<rect class="tone-good"/);
    expect(html).toMatch(/Payment confirmed: R\$\s?120\.00/);
    expect(html).toMatch(/R\$\s?20\.00 was paid too much/);
    const lists = html.match(/<ol class="timeline-list"[\s\S]*?<\/ol>/g)!.join('');
    expect(html.match(/class="timeline-dot"/g)).toHaveLength(lists.match(/<time/g)!.length);
    expect(html).toMatch(new RegExp(`href="${base}/deliveries/\\d+"`));
    expect(html).toContain('/checkout/');
    expect(html.toLowerCase()).not.toContain('temporal');
    expect(html).not.toMatch(/ style=|<script(?![^>]* src=)/);
  });

  test('says in Portuguese what it waits for, with a hollow mark for what has a time', async () => {
    const leitor = await signedIn(world.current, { companyId: store.companyId, language: 'pt' });
    const { id } = await store.createInvoice({ payment_method: 'card' });
    const { html } = await leitor.get(`${base}/invoices/${id}`);
    expect(html).toContain('Uma ação do pagador; depois disso a cobrança é considerada abandonada');
    expect(html).toContain('Cobrança criada');
    expect(html).toMatch(/class="timeline-wait"/);
    expect(html).not.toMatch(/Invoice created|The payer is waited for/);
  });

  test('has a gateway’s word for a refusal in words, and as it is where there are none', async () => {
    const refusal = async (reason: string) => {
      const { id } = await store.createInvoice({ payment_method: 'card' });
      await world.current.database.query(
        `insert into payment_attempts (company_id, environment, invoice_id, number, method, state, amount_cents, gateway, refusal_reason, created_at, updated_at)
         values ($1, 'sandbox', $2, 1, 'card', 'refused', 10000, 'sandbox', $3, now(), now())`,
        [store.companyId, id, reason],
      );
      const { status, html } = await person.get(`${base}/invoices/${id}`);
      return [status, /<section class="card" aria-labelledby="attempts">[\s\S]*?<\/section>/.exec(html)![0]];
    };
    expect(await refusal('card_declined')).toEqual([200, expect.stringContaining('<td>the card’s bank refused</td>')]);
    for (const word of ['constructor', '__proto__', 'toString']) {
      expect(await refusal(word)).toEqual([200, expect.stringContaining(`<td>${word}</td>`)]);
    }
  });

  test('refreshes itself while something is to come, and is told when nothing is new', async () => {
    const { id, payments } = await store.createInvoice();
    const { html } = await person.get(`${base}/invoices/${id}`);
    const from = /hx-get="([^"]*)" hx-trigger="every 5s"/.exec(html)![1]!.replaceAll('&amp;', '&');
    expect(await person.get(from)).toMatchObject({ status: 204, html: '' });
    await confirmPayment(world.current, { attemptId: payments[0]!.id, amountCents: 10_000 });
    const changed = await person.get(from);
    expect(changed.status).toBe(200);
    expect(changed.html).toContain('What can be done with this invoice has changed.');
  });

  test('the page of an invoice of another store, another environment or nobody is not found', async () => {
    const other = await newStore();
    const { id } = await other.store.createInvoice();
    const mine = await store.createInvoice();
    const addresses = [
      `${base}/invoices/${id}`,
      `/panel/stores/${store.companyId}/production/invoices/${mine.id}`,
      `${base}/invoices/999999999`,
      `${base}/invoices/x`,
    ];
    const answers = await Promise.all(addresses.map((address) => person.get(address)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await person.post(`${base}/invoices/${id}/cancel`)).status).toBe(404);
    expect((await person.post(`${base}/invoices/${id}/refunds`)).status).toBe(404);
    const production = `/panel/stores/${store.companyId}/production/invoices/${mine.id}/cancel`;
    expect((await person.post(production)).status).toBe(404);
    expect((await store.sandbox.invoice(mine.id)).status).toBe('open');
  });
});

describe('canceling and refunding', () => {
  /** As a person does it: the amount, a look at what would be done, and only then the button. */
  const refund = (person: PanelBrowser, page: string, fields: Record<string, string>) =>
    person.submit(
      `${page}/refunds/new?${new URLSearchParams({ review: '1', ...fields }).toString()}`,
      `${page}/refunds`,
    );

  test('an empty amount refunds nothing: it is asked for, and stands on the button once it is there', async () => {
    const { store, person, base } = await newStore();
    const id = await paidInvoice(store);
    const page = `${base}/invoices/${id}`;
    // The form of the invoice's page leads to a look at the refund, and asks for nothing by itself.
    const { html } = await person.get(page);
    expect(html).toMatch(new RegExp(`<form method="get" action="${page}/refunds/new"`));
    expect(html).not.toMatch(new RegExp(`<form method="post" action="${page}/refunds"`));
    const empty = await person.get(`${page}/refunds/new?review=1&amount=`);
    expect(empty.status).toBe(422);
    expect(empty.html).toMatch(/name="amount" value=""[^>]*aria-invalid="true"/);
    expect(empty.html).not.toContain('method="post" action="' + `${page}/refunds"`);
    expect((await person.post(`${page}/refunds`)).status).toBe(422);
    const review = await person.get(`${page}/refunds/new?review=1&amount=12.5`);
    expect(review.html).toMatch(/<button type="submit" class="danger">Refund R\$\s?12\.50</);
    const { body } = await store.sandbox.get<{ data: object[] }>(`/api/v1/invoices/${id}/refunds`);
    expect(body.data).toEqual([]);
  });

  test('an overpayment is told with the excess', async () => {
    const { store, person, base } = await newStore();
    const id = await paidInvoice(store, 10_000, 2_500);
    const { html } = await person.get(`${base}/invoices/${id}`);
    expect(html).toMatch(/R\$\s?25\.00 more was received than asked for/);
    // The excess is offered: a click leads to its review, and the form begins with it.
    const review = /href="([^"]+)" id="excess-link"/.exec(html)![1]!.replaceAll('&amp;', '&');
    expect((await person.get(review)).html).toMatch(/>Refund R\$\s?25\.00</);
    expect(html).toMatch(/id="filter-amount"[^>]* value="25\.00"/);
    expect(html).toMatch(/Received too much<\/dt><dd>R\$\s?25\.00/);
  });

  test.each(['owner', 'developer'] as const)('is for the %s', async (role) => {
    const { store, person, base } = await newStore(role);
    const { id } = await store.createInvoice();
    const page = `${base}/invoices/${id}`;
    expect(await person.submit(page, `${page}/cancel`)).toMatchObject({
      status: 303,
      location: `${page}?done=cancelInvoice`,
    });
    expect((await store.sandbox.invoice(id)).status).toBe('canceled');
    expect((await person.get(`${page}?done=cancelInvoice`)).html).toContain('The invoice is canceled.');

    const paid = await paidInvoice(store);
    const paidPage = `${base}/invoices/${paid}`;
    const refunded = await refund(person, paidPage, { amount: '33,50', reason: 'One was broken' });
    expect(refunded.location).toBe(`${paidPage}?done=refundInvoice`);
    const { body } = await store.sandbox.get<{ data: object[] }>(`/api/v1/invoices/${paid}/refunds`);
    expect(body.data).toMatchObject([{ amount: 33.5, reason: 'One was broken', status: 'pending' }]);
    expect(
      await world.current.database.query(
        `select action, subject, environment from audit_entries where company_id = $1 order by id`,
        [store.companyId],
      ),
    ).toMatchObject([
      { action: 'cancelInvoice', subject: `invoice ${id}`, environment: 'sandbox' },
      { action: 'refundInvoice', subject: `invoice ${paid}`, environment: 'sandbox' },
    ]);
  });

  test('is not for support, who sees no form for it', async () => {
    const { store, person, base } = await newStore('support');
    const id = await paidInvoice(store);
    const { html } = await person.get(`${base}/invoices/${id}`);
    expect(html).not.toMatch(/\/refunds"|\/cancel"/);
    expect((await person.post(`${base}/invoices/${id}/refunds`, { amount: '1' })).status).toBe(403);
    expect((await person.post(`${base}/invoices/${id}/cancel`)).status).toBe(403);
    const { body } = await store.sandbox.get<{ data: object[] }>(`/api/v1/invoices/${id}/refunds`);
    expect(body.data).toEqual([]);
  });

  test('refuses more than is left, beside the amount, and keeps what was typed', async () => {
    const { store, person, base } = await newStore();
    const id = await paidInvoice(store);
    const page = `${base}/invoices/${id}`;
    const refused = await refund(person, page, { amount: '100,01', reason: 'as agreed' });
    expect(refused.status).toBe(422);
    expect(refused.html).toMatch(/name="amount" value="100,01"[^>]*aria-invalid="true"/);
    expect(refused.html).toContain('value="as agreed"');
    expect(refused.html).toContain('This is more than is left to give back of one payment.');
    expect(refused.html).toMatch(/There is left: R\$\s?100\.00/);
    const nonsense = await person.get(`${page}/refunds/new?review=1&amount=a+lot`);
    expect(nonsense.status).toBe(422);
    expect(nonsense.html).toMatch(/name="amount" value="a lot"[^>]*aria-invalid="true"/);
  });

  test('has the reason of the store as it was written, whatever else the word may mean', async () => {
    const { store, person, base } = await newStore();
    for (const reason of ['constructor', '__proto__', 'card_declined']) {
      const id = await paidInvoice(store);
      const page = `${base}/invoices/${id}`;
      expect((await refund(person, page, { amount: '10', reason })).status).toBe(303);
      const { status, html } = await person.get(page);
      expect(status).toBe(200);
      expect(html).toMatch(new RegExp(`Refund \\d+ asked for, R\\$\\s?10\\.00: ${reason}\\s*<`));
      expect(html).toContain(`<td>${reason}</td>`);
    }
  });

  test('a refund with several payments asks which, and takes the chosen payment', async () => {
    const { store, person, base } = await newStore();
    const id = await paidInvoice(store, 4_000, 6_000);
    const page = `${base}/invoices/${id}`;
    const { html } = await person.get(page);
    const options = [...html.matchAll(/<option value="(\d+)"[^>]*>\d+: R\$\s?([\d.]+) left/g)];
    expect(options.map(([, , left]) => left)).toEqual(['40.00', '60.00']);
    await refund(person, page, { amount: '40', payment_id: options[0]![1]! });
    const { body } = await store.sandbox.get<{ data: object[] }>(`/api/v1/invoices/${id}/refunds`);
    expect(body.data).toMatchObject([{ amount: 40, payment_id: Number(options[0]![1]) }]);
  });

  test('sent twice refunds once', async () => {
    const { store, person, base } = await newStore();
    const id = await paidInvoice(store);
    const page = `${base}/invoices/${id}`;
    const form = { amount: '10', _key: crypto.randomUUID() };
    const answers = [await person.post(`${page}/refunds`, form), await person.post(`${page}/refunds`, form)];
    expect(answers.map(({ location }) => location)).toEqual([`${page}?done=refundInvoice`, `${page}?done=already`]);
    const { body } = await store.sandbox.get<{ data: object[] }>(`/api/v1/invoices/${id}/refunds`);
    expect(body.data).toHaveLength(1);
  });

  test('the form for an invoice that was paid meanwhile says why it cannot be canceled', async () => {
    const { store, person, base } = await newStore();
    const id = await paidInvoice(store);
    const answer = await person.post(`${base}/invoices/${id}/cancel`);
    expect(answer.status).toBe(409);
    expect(answer.html).toContain('This invoice has received money or has ended: it can no longer be canceled.');
    expect((await store.sandbox.invoice(id)).status).toBe('paid');
    const nothing = await store.createInvoice();
    const given = await person.post(`${base}/invoices/${nothing.id}/refunds`, { amount: '1' });
    expect([given.status, given.html.includes('There is no money to give back')]).toEqual([409, true]);
  });
});
