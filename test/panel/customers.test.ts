import { describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import { signedIn } from '../support/panel-people.ts';

const ADDRESS = {
  zip_code: '01310-100',
  street: 'Avenida Paulista',
  number: '1000',
  complement: 'Apto 12',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
  country: 'BR',
};
const BIA = { name: 'Bia Lima', email: 'bia@example.com', document: '111.444.777-35', phone: '+55 11 91234-5678' };

describe('customers in the panel', () => {
  const world = useApiWorld();

  const enter = async (role: 'owner' | 'developer' | 'support' = 'owner', language: 'pt' | 'en' = 'en') => {
    const store = await world.current.createStore();
    const browser = await signedIn(world.current, { companyId: store.companyId, role, language });
    const at = (path: string) => `/panel/stores/${store.companyId}/sandbox${path}`;
    return { store, browser, at, ana: at(`/customers/${store.customerId}`) };
  };

  test('the API returns the created customer as the form had it', async () => {
    const { store, browser, at } = await enter();
    const answer = await browser.submit(at('/customers/new'), at('/customers'), { ...BIA, ...ADDRESS });
    expect(answer.status).toBe(303);
    const id = Number(/customers\/(\d+)\?done=createCustomer$/.exec(answer.location!)![1]);
    expect((await store.sandbox.get(`/api/v1/customers/${id}`)).body).toMatchObject({
      ...BIA,
      document: '11144477735',
      address: { ...ADDRESS, zip_code: '01310100' },
      external_reference: null,
      metadata: {},
      active: true,
    });
    const page = await browser.get(answer.location!);
    expect(page.html).toContain('The customer is created.');
    expect(page.html).toContain('CPF 111.444.777-35');
    expect(page.html).toContain('Avenida Paulista, 1000, Apto 12');
  });

  test('a name and an address for mail are enough', async () => {
    const { store, browser, at } = await enter();
    const fields = { name: ' Zoé ', email: 'zoe@example.com', country: 'BR', street: '', document: '' };
    const { location } = await browser.submit(at('/customers/new'), at('/customers'), fields);
    const { body } = await store.sandbox.get(`/api/v1/customers/${/\d+(?=\?)/.exec(location!)![0]}`);
    expect(body).toMatchObject({ name: 'Zoé', email: 'zoe@example.com', document: null, phone: null, address: null });
  });

  test('a form sent twice creates one customer', async () => {
    const { store, browser, at } = await enter();
    const twice = { ...BIA, _key: crypto.randomUUID() };
    const [first, second] = await Promise.all([
      browser.post(at('/customers'), twice),
      browser.post(at('/customers'), twice),
    ]);
    expect([first.location, second.location]).toContain(`${at('/customers/new')}?done=already`);
    const { body } = await store.sandbox.get<{ data: unknown[] }>('/api/v1/customers?email=bia@example.com');
    expect(body.data).toHaveLength(1);
  });

  test('tells what is wrong beside each field, in the language of the reader, and keeps what was typed', async () => {
    const { store, browser, at } = await enter('owner', 'pt');
    const typed = {
      name: '',
      email: 'nobody',
      document: '111.444.777-36',
      phone: 'call me',
      zip_code: '123',
      street: 'Rua <b>A</b>',
      state: 'XX',
      country: 'br',
    };
    const { status, html } = await browser.submit(at('/customers/new'), at('/customers'), typed);
    expect(status).toBe(422);
    const problem = (field: string) =>
      new RegExp(`id="createCustomer-${field}-problem">([^<]*)<`).exec(html)?.[1] ?? null;
    expect(problem('name')).toBe('Preencha este campo.');
    expect(problem('email')).toContain('nome@exemplo.com');
    expect(problem('document')).toContain('CPF ou CNPJ');
    expect(problem('phone')).toContain('telefone');
    expect(problem('zip_code')).toContain('CEP de oito dígitos');
    expect(problem('street')).toBeNull();
    expect(problem('number')).toBe('Preencha este campo.');
    expect(problem('complement')).toBeNull();
    expect(problem('city')).toBe('Preencha este campo.');
    expect(problem('state')).toBe('Escolha uma das opções.');
    expect(problem('country')).toContain('BR');
    for (const value of ['nobody', '111.444.777-36', 'call me', '123', 'Rua &lt;b&gt;A&lt;/b&gt;', 'br']) {
      expect(html).toContain(`value="${value}"`);
    }
    expect((await store.sandbox.get<{ data: unknown[] }>('/api/v1/customers')).body.data).toHaveLength(1);
  });

  test('is changed, and what the form does not know stays', async () => {
    const { store, browser, ana } = await enter();
    const kept = { external_reference: 'crm-7', metadata: { segment: 'bakery' } };
    await store.sandbox.request('PATCH', `/api/v1/customers/${store.customerId}`, { ...kept, phone: '11912345678' });
    const fields = { name: 'Ana S. Souza', email: 'ana@example.com', ...ADDRESS, phone: '' };
    const answer = await browser.submit(ana, ana, fields);
    expect(answer.location).toBe(`${ana}?done=updateCustomer`);
    expect((await store.sandbox.get(`/api/v1/customers/${store.customerId}`)).body).toMatchObject({
      ...kept,
      name: 'Ana S. Souza',
      phone: null,
      address: { ...ADDRESS, zip_code: '01310100' },
    });
    const [entry] = await world.current.database.query<{ details: unknown; subject: string }>(
      `select details, subject from audit_entries where action = 'updateCustomer' and company_id = $1`,
      [store.companyId],
    );
    // Which fields, never what is in them: that is a person's.
    expect(entry).toEqual({
      subject: `customer ${store.customerId}`,
      details: { changed: ['name', 'phone', 'address'] },
    });
  });

  test('is archived and brought back', async () => {
    const { store, browser, ana } = await enter('developer');
    const isActive = async () => (await store.sandbox.get(`/api/v1/customers/${store.customerId}`)).body.active;
    await browser.submit(ana, `${ana}/archive`);
    expect(await isActive()).toBe(false);
    expect((await browser.get(ana)).html).not.toContain(`action="${ana}/archive"`);
    await browser.submit(ana, `${ana}/restore`);
    expect(await isActive()).toBe(true);
  });

  test('the list goes from page to page, and finds words of names and addresses', async () => {
    const { store, browser, at } = await enter();
    for (let number = 1; number <= 26; number += 1) {
      const name = `Câmara ${number}${number === 9 ? ' Ímpar' : ''}`;
      await store.sandbox.create('/api/v1/customers', { name, email: `c${number}@camara.example` });
    }
    const rowsOf = (html: string) => [...html.matchAll(/<bdi[^>]*>([^<]*)<\/bdi><\/a>/g)].map(([, name]) => name);
    const first = await browser.get(at('/customers'));
    expect(rowsOf(first.html)).toHaveLength(25);
    const older = /rel="next" href="([^"]*)"/.exec(first.html)![1]!.replaceAll('&amp;', '&');
    expect(rowsOf((await browser.get(older)).html)).toEqual(['Câmara 1', 'Ana Souza']);
    const find = async (query: string) => rowsOf((await browser.get(at(`/customers?${query}`))).html);
    expect(await find('q=IMPAR+cam')).toEqual(['Câmara 9 Ímpar']);
    expect(await find('q=ana%40example')).toEqual(['Ana Souza']);
    expect(await find('q=souza&active=false')).toEqual([]);
    expect(await find(`q=${encodeURIComponent("%' & | !")}`)).toEqual([]);
    const found = await browser.get(at('/customers?q=camara'));
    expect(found.html).toMatch(/rel="next" href="[^"]*q=camara&[^"]*starting_after=/);
  });

  test('shows its newest invoices', async () => {
    const { store, browser, at, ana } = await enter();
    const invoice = await store.createInvoice();
    const { html } = await browser.get(ana);
    expect(html).toContain(`href="${at(`/invoices/${invoice.id}`)}"`);
    expect(html).toContain(`href="${at(`/invoices?customer=${store.customerId}`)}"`);
    expect(html).toContain('R$100.00');
  });

  test('a member of support sees customers and changes nothing', async () => {
    const { store, browser, at, ana } = await enter('support');
    for (const page of [at('/customers'), ana]) {
      const { status, html } = await browser.get(page);
      expect(status).toBe(200);
      expect(html).toContain('Ana Souza');
      expect(html.match(/<form method="post"/g)).toHaveLength(1);
      expect(html).toContain('action="/panel/sign-out"');
      expect(html).not.toContain('/customers/new');
    }
    expect((await browser.get(at('/customers/new'))).status).toBe(403);
    for (const path of [at('/customers'), ana, `${ana}/archive`, `${ana}/restore`]) {
      expect((await browser.post(path, BIA)).status).toBe(403);
    }
    const { body } = await store.sandbox.get<{ data: { name: string; active: boolean }[] }>('/api/v1/customers');
    expect(body.data).toMatchObject([{ name: 'Ana Souza', active: true }]);
  });

  test('customers of another store or environment are not shown', async () => {
    const { store, browser, at, ana } = await enter();
    const other = await world.current.createStore();
    const production = ana.replace('/sandbox/', '/production/');
    for (const path of [at(`/customers/${other.customerId}`), production, at('/customers/0'), at('/customers/x')]) {
      expect((await browser.get(path)).status).toBe(404);
      for (const act of ['', '/archive', '/restore']) {
        expect((await browser.post(path + act, { ...BIA, email: '' })).status).toBe(404);
      }
    }
    const theirs = `/panel/stores/${other.companyId}/sandbox/customers`;
    expect((await browser.get(theirs)).status).toBe(404);
    expect((await browser.post(theirs, BIA)).status).toBe(404);
    expect((await browser.get(at('/customers?q=ana'))).html.match(/>Ana Souza</g)).toHaveLength(1);
    expect((await browser.get(at('/customers').replace('/sandbox/', '/production/'))).html).not.toContain('Ana Souza');
    expect((await other.sandbox.get(`/api/v1/customers/${other.customerId}`)).body).toMatchObject({ active: true });
    expect((await store.sandbox.get(`/api/v1/customers/${store.customerId}`)).body).toMatchObject({ active: true });
  });
});
