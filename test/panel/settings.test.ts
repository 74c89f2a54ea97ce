import { describe, expect, test } from '@jest/globals';
import { drawnPicture } from '../support/drawn-picture.ts';
import { MAX_LOGO_BYTES } from '../../src/accounts/companies/set-brand.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import { useApiWorld } from '../support/api-world.ts';
import { DESKTOP, useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import type { PanelAnswer, PanelBrowser } from '../support/panel-client.ts';
import { signedIn } from '../support/panel-people.ts';
import { textOfPdf } from '../support/pictures.ts';
import { useSkippedTimeWorld } from '../support/skipped-time.ts';
import type { TestStore, World } from '../support/world.ts';

const BRAND = { name: 'Padaria Estrela', color: '#8a3324' };
const BENEFICIARY = { name: '', document: '', city: 'São Paulo' };
const COLLECTION = {
  fine_type: 'none',
  fine_value: '',
  interest_type: 'none',
  interest_value: '',
  installments_free: '1',
  installments_rate: '',
  boleto_due_days: '3',
  boleto_max_days_after_due: '30',
  pix_expiry: '24',
  pix_expiry_unit: 'hour',
  abandonment: '1',
  abandonment_unit: 'day',
};

const settingsOf = ({ companyId }: TestStore, environment = 'sandbox') =>
  `/panel/stores/${companyId}/${environment}/settings`;

/** Sends the form of the brand as a browser does, in parts. */
async function sendBrand(
  { baseUrl }: World,
  browser: PanelBrowser,
  { store, fields, logo }: { store: TestStore; fields: Record<string, string>; logo?: Buffer },
): Promise<PanelAnswer> {
  const { html } = await browser.get(settingsOf(store));
  const body = new FormData();
  body.set('_csrf', /name="_csrf" value="([^"]+)"/.exec(html)![1]!);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('logo', new Blob(logo ? [new Uint8Array(logo)] : []), logo ? 'logo.png' : '');
  const response = await fetch(`${baseUrl}${settingsOf(store)}/brand`, {
    method: 'POST',
    body,
    headers: { Cookie: browser.cookie!, 'Sec-Fetch-Site': 'same-origin' },
    redirect: 'manual',
  });
  const { status, headers } = response;
  return { status, headers, html: await response.text(), location: headers.get('Location') };
}

async function auditOf({ database }: World, { companyId }: TestStore) {
  return database.query<{ action: string; details: Record<string, unknown> }>(
    'select action, details from audit_entries where company_id = $1 order by id',
    [companyId],
  );
}

describe('the settings of a store', () => {
  const world = useApiWorld();
  const company = async ({ companyId }: TestStore) =>
    (
      await world.current.database.query<Record<string, unknown>>('select * from companies where id = $1', [companyId])
    )[0]!;
  async function ownStore(language: 'pt' | 'en' = 'en') {
    const store = await world.current.createStore();
    return { store, owner: await signedIn(world.current, { companyId: store.companyId, language }) };
  }

  test('the payer goes on to a site that the store has registered, and to no other', async () => {
    const { store, owner } = await ownStore();
    const save = (text: string) =>
      owner.submit(settingsOf(store), `${settingsOf(store)}/return`, { return_origins: text });
    const make = (url: string) =>
      store.sandbox.request<{ errors: unknown[] }>('POST', '/api/v1/invoices', {
        customer_id: store.customerId,
        products: [{ product_id: store.productId, quantity: 1 }],
        payment_method: 'pix',
        return_url: url,
      });
    const address = 'https://shop.example/thanks?order=1&of=ana';
    const refused = await make(address);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [expect.objectContaining({ field: 'return_url', code: 'not_registered' })],
    ]);
    for (const text of [
      'http://shop.example',
      'https://shop.example/path',
      'https://ana@shop.example',
      'shop.example',
    ]) {
      const wrong = await save(text);
      expect([wrong.status, wrong.html.includes('saveReturnOrigins-return_origins-problem')]).toEqual([422, true]);
    }
    expect((await save('https://SHOP.example/\r\nhttps://other.example')).location).toContain('done=saveReturnOrigins');
    expect((await owner.get(settingsOf(store))).html).toContain('https://shop.example\nhttps://other.example');
    for (const url of [
      'https://shop.example.evil.example/',
      'https://shop.example:8443/',
      'https://ana@shop.example/',
    ]) {
      expect((await make(url)).body.errors).toMatchObject([{ code: 'not_registered' }]);
    }
    expect((await make('http://shop.example/')).body.errors).toMatchObject([{ code: 'string.pattern.base' }]);

    const { id, checkout_hash: hash, payments } = await store.createInvoice({ return_url: address });
    expect(await store.sandbox.invoice(id)).toMatchObject({ return_url: address });
    const page = async () =>
      (await fetch(`${world.current.baseUrl}/checkout/${hash}`, { headers: { 'Accept-Language': 'pt-BR' } })).text();
    expect(await page()).not.toContain('shop.example');
    await confirmPayment(world.current, { attemptId: payments[0]!.id, amountCents: 10_000 });
    expect(await page()).toContain('href="https://shop.example/thanks?order=1&amp;of=ana"><bdi>Voltar para Padaria');
    await store.sandbox.request('PATCH', `/api/v1/invoices/${id}`, { return_url: 'https://other.example/' });
    expect(await page()).toContain('href="https://other.example/"');
    await save('');
    expect(await page()).not.toContain('other.example');
  });

  test('the contact is on the page of the payer, as links, with the beneficiary; and goes when it is taken away', async () => {
    const { store, owner } = await ownStore();
    const { checkout_hash: hash } = await store.createInvoice();
    const page = async () => (await fetch(`${world.current.baseUrl}/checkout/${hash}`)).text();
    const save = (fields: Record<string, string>) =>
      owner.submit(settingsOf(store), `${settingsOf(store)}/contact`, {
        email: '',
        phone: '',
        whatsapp: '',
        ...fields,
      });
    await owner.submit(settingsOf(store), `${settingsOf(store)}/beneficiary`, {
      ...{ name: 'Padaria Estrela Ltda', document: '12.ABC.345/01DE-35', city: 'São Paulo' },
    });
    const saved = await save({ email: 'oi@padaria.example', whatsapp: '(11) 91234-5678', phone: '+351 912 345 678' });
    expect(saved.location).toBe(`${settingsOf(store)}?done=saveContact`);
    const shown = await page();
    expect(shown).toContain('Padaria Estrela Ltda');
    expect(shown).toContain('CNPJ 12.ABC.345/01DE-35');
    expect(shown).toContain('href="https://wa.me/5511912345678"');
    expect(shown).toContain('href="mailto:oi%40padaria.example"');
    expect(shown).toContain('href="tel:+351912345678"');
    const wrong = await save({ email: 'nobody', phone: 'call me', whatsapp: '123' });
    expect(wrong.status).toBe(422);
    for (const field of ['email', 'phone', 'whatsapp']) expect(wrong.html).toContain(`saveContact-${field}-problem`);
    await save({});
    expect(await page()).not.toMatch(/wa\.me|mailto:|tel:/);
  });

  test('are read by support and developers, who have no forms and are refused when they send one', async () => {
    const store = await world.current.createStore();
    for (const role of ['support', 'developer'] as const) {
      const browser = await signedIn(world.current, { companyId: store.companyId, role });
      const page = await browser.get(settingsOf(store));
      expect(page.status).toBe(200);
      expect(page.html).toContain('Padaria Estrela');
      expect(page.html).not.toMatch(/action="[^"]*\/settings\//);
      const sent = await Promise.all([
        browser.post(`${settingsOf(store)}/beneficiary`, BENEFICIARY),
        browser.post(`${settingsOf(store)}/collection`, COLLECTION),
        browser.post(`${settingsOf(store)}/logo/remove`),
      ]);
      expect(sent.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    expect(await auditOf(world.current, store)).toEqual([]);
  });

  test('are one for both environments, and the page says so', async () => {
    const { store, owner } = await ownStore();
    await owner.submit(settingsOf(store, 'production'), `${settingsOf(store, 'production')}/beneficiary`, {
      ...BENEFICIARY,
      name: 'Estrela Ltda',
    });
    const { html } = await owner.get(settingsOf(store));
    expect(html).toContain('value="Estrela Ltda"');
    expect(html).toContain('These settings hold for production and for the sandbox.');
  });

  test('name, colour and logo reach the checkout; the logo is removed; the log has no bytes', async () => {
    const { store, owner } = await ownStore();
    const fields = { name: 'Estrela Nova', color: '#8A3324' };
    expect(await sendBrand(world.current, owner, { store, fields, logo: await drawnPicture() })).toMatchObject({
      status: 303,
      location: `${settingsOf(store)}?done=saveBrand`,
    });
    const { checkout_hash: hash } = await store.createInvoice();
    const checkout = async () => (await owner.get(`/checkout/${hash}`)).html;
    expect(await checkout()).toContain('Estrela Nova');
    expect(await checkout()).toContain('--brand: #8a3324');
    expect(await checkout()).toContain(`/checkout/${hash}/logo`);
    const logo = await owner.get(`${settingsOf(store)}/logo`);
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png']);

    const unchanged = { name: 'Estrela Nova', color: '#000000', platform_color: 'on' };
    await sendBrand(world.current, owner, { store, fields: unchanged });
    expect(await checkout()).toContain('--brand: #155e63');
    expect(await checkout()).toContain(`/checkout/${hash}/logo`);

    await owner.submit(settingsOf(store), `${settingsOf(store)}/logo/remove`);
    expect(await checkout()).not.toContain(`/checkout/${hash}/logo`);
    expect((await owner.get(`${settingsOf(store)}/logo`)).status).toBe(404);
    expect(await auditOf(world.current, store)).toEqual([
      {
        action: 'saveBrand',
        details: {
          name: { before: 'Padaria Estrela', after: 'Estrela Nova' },
          brandColor: { before: null, after: '#8a3324' },
          logo: { before: null, after: expect.stringMatching(/^image\/png, \d+ B$/) as unknown },
        },
      },
      { action: 'saveBrand', details: { brandColor: { before: '#8a3324', after: null } } },
      {
        action: 'removeLogo',
        details: { logo: { before: expect.stringMatching(/^image\/png, \d+ B$/) as unknown, after: null } },
      },
    ]);
  });

  test('a colour that differs from the one shown wins over the box that is still ticked', async () => {
    const { store, owner } = await ownStore();
    const { html } = await owner.get(settingsOf(store));
    const shown = /name="color_shown" value="([^"]+)"/.exec(html)![1]!;
    expect(html).toMatch(new RegExp(`name="color" value="${shown}"`));
    const ticked = { name: 'Padaria Estrela', platform_color: 'on', color_shown: shown };
    await sendBrand(world.current, owner, { store, fields: { ...ticked, color: shown.toUpperCase() } });
    expect(await company(store)).toMatchObject({ brand_color: null });
    await sendBrand(world.current, owner, { store, fields: { ...ticked, color: '#8a3324' } });
    expect(await company(store)).toMatchObject({ brand_color: '#8a3324' });
    // A person who ticks the box of a store with its own colour means the box.
    await sendBrand(world.current, owner, { store, fields: { ...ticked, color: '#8a3324', color_shown: '#8a3324' } });
    expect((await auditOf(world.current, store)).map(({ details }) => details)).toEqual([
      { unchanged: true },
      { brandColor: { before: null, after: '#8a3324' } },
      { brandColor: { before: '#8a3324', after: null } },
    ]);
  });

  test('a brand that cannot be shown is refused beside its field, and nothing is saved', async () => {
    for (const [language, sayings] of Object.entries({
      en: ['The logo must be a PNG', 'can have at most 1 MB', 'Choose a colour.', 'Use at most 100 characters.'],
      pt: ['precisa ser uma imagem PNG', 'no máximo 1 MB', 'Escolha uma cor.', 'Use no máximo 100 caracteres.'],
    })) {
      const { store, owner } = await ownStore(language as 'pt' | 'en');
      const send = (fields: Record<string, string>, logo?: Buffer) =>
        sendBrand(world.current, owner, { store, fields: { ...BRAND, ...fields }, ...(logo && { logo }) });
      const answers = [
        await send({ name: 'Estrela <Nova>' }, Buffer.from('<svg onload="alert(1)">')),
        await send({ name: 'Estrela <Nova>' }, Buffer.alloc(MAX_LOGO_BYTES + 1)),
        await send({ name: 'Estrela <Nova>', color: 'red;}' }),
        await send({ name: 'é'.repeat(101) }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
      for (const [index, { html }] of answers.entries()) expect(html).toContain(sayings[index]);
      expect(answers[0]!.html).toContain('value="Estrela &lt;Nova&gt;"');
      expect(answers[0]!.html).toMatch(/id="saveBrand-logo-problem"/);
      expect(answers[3]!.html).toMatch(/id="saveBrand-name-problem"/);
      expect(await company(store)).toMatchObject({ name: 'Padaria Estrela', brand_color: null });
      expect((await owner.get(`${settingsOf(store)}/logo`)).status).toBe(404);
    }
  });

  test('the beneficiary’s document is kept plain and shown with its punctuation; wrong ones are refused', async () => {
    const { store, owner } = await ownStore('pt');
    const send = (fields: Record<string, string>) =>
      owner.submit(settingsOf(store), `${settingsOf(store)}/beneficiary`, { ...BENEFICIARY, ...fields });
    for (const document of ['12.ABC.345/01DE-36', '52998224725abc', '529 982 247 25', '111.111.111-11']) {
      const answer = await send({ document, name: 'Estrela Ltda' });
      expect(answer.status).toBe(422);
      expect(answer.html).toContain('Informe um CPF ou CNPJ válido.');
      expect(answer.html).toContain(`value="${document}"`);
      expect(answer.html).toContain('value="Estrela Ltda"');
    }
    expect((await send({ city: '' })).html).toContain('id="saveBeneficiary-city-problem">Preencha este campo.');
    expect((await send({ document: '12abc34501de35' })).status).toBe(303);
    expect(await company(store)).toMatchObject({ document: '12ABC34501DE35', beneficiary_name: null });
    expect((await owner.get(settingsOf(store))).html).toContain('value="12.ABC.345/01DE-35"');
    expect((await auditOf(world.current, store)).map(({ details }) => details)).toEqual([
      { document: { before: null, after: '12ABC34501DE35' } },
    ]);
  });

  test('the collection is saved as it was typed, in cents, millionths and seconds', async () => {
    const { store, owner } = await ownStore('pt');
    const typed = {
      ...COLLECTION,
      fine_type: 'fixed',
      fine_value: '1.234,5',
      interest_type: 'percentage',
      interest_value: '0,0333',
      installments_free: '3',
      installments_rate: '2,49',
      boleto_due_days: '0',
      pix_expiry: '30',
      pix_expiry_unit: 'minute',
      abandonment: '2',
    };
    expect((await owner.submit(settingsOf(store), `${settingsOf(store)}/collection`, typed)).status).toBe(303);
    expect(await company(store)).toMatchObject({
      default_fine: { type: 'fixed', cents: 123_450 },
      default_interest: { type: 'percentage', ppm: 333 },
      installment_interest: { freeUpTo: 3, monthlyPpm: 24_900 },
      boleto_due_days: 0,
      pix_expiry_seconds: 1_800,
      abandonment_seconds: 172_800,
    });
    const { html } = await owner.get(settingsOf(store));
    expect(html).toContain('value="1234,50"');
    expect(html).toContain('value="0,0333"');
    // The values that the page shows can be sent as they are, and change nothing.
    const shown = { ...typed, fine_value: '1234,50' };
    await owner.submit(settingsOf(store), `${settingsOf(store)}/collection`, shown);
    expect(await auditOf(world.current, store)).toEqual([
      {
        action: 'saveCollection',
        details: {
          defaultFine: { before: null, after: { type: 'fixed', cents: 123_450 } },
          defaultInterest: { before: null, after: { type: 'percentage', ppm: 333 } },
          installmentInterest: { before: null, after: { freeUpTo: 3, monthlyPpm: 24_900 } },
          boletoDueDays: { before: 3, after: 0 },
          pixExpirySeconds: { before: 86_400, after: 1_800 },
          abandonmentSeconds: { before: 86_400, after: 172_800 },
        },
      },
      { action: 'saveCollection', details: { unchanged: true } },
    ]);
    const support = await signedIn(world.current, { companyId: store.companyId, role: 'support', language: 'pt' });
    const read = (await support.get(settingsOf(store))).html;
    expect(read).toContain('0,0333 % por dia');
    expect(read).toContain('Até 3x sem juros; depois 2,49 % ao mês');
    expect(read).toMatch(/R\$\s1\.234,50/);
  });

  test('wrong terms keep everything that was typed and are told beside their fields, in both languages', async () => {
    const wrong = {
      fine_value: ['fixed', '12,3456', 'Give an amount in reais', 'Informe um valor em reais'],
      interest_value: ['percentage', '100,1', 'Give a percentage over 0', 'Informe uma porcentagem'],
      installments_rate: ['percentage', '24,9', 'Give at most 15 %', 'Informe no máximo 15%'],
    } as const;
    for (const [language, at] of [
      ['en', 2],
      ['pt', 3],
    ] as const) {
      const { store, owner } = await ownStore(language);
      const send = (fields: Record<string, string>) =>
        owner.submit(settingsOf(store), `${settingsOf(store)}/collection`, { ...COLLECTION, ...fields });
      const both = await send({
        fine_type: wrong.fine_value[0],
        fine_value: wrong.fine_value[1],
        interest_type: wrong.interest_value[0],
        interest_value: wrong.interest_value[1],
        installments_rate: wrong.installments_rate[1],
        boleto_due_days: '7',
      });
      expect(both.status).toBe(422);
      for (const [field, saying] of Object.entries(wrong)) {
        expect(both.html).toContain(`id="saveCollection-${field}-problem">${saying[at]}`);
        expect(both.html).toContain(`value="${saying[1]}"`);
      }
      expect(both.html).toMatch(/name="boleto_due_days" value="7"/);
      const missing = await send({ fine_type: 'percentage', boleto_due_days: '366', pix_expiry: 'x' });
      for (const field of ['boleto_due_days', 'pix_expiry']) {
        expect(missing.html).toContain(`id="saveCollection-${field}-problem"`);
      }
      const long = await send({ abandonment: '366', fine_type: 'percentage', fine_value: '0,00001' });
      expect(long.html).toContain('id="saveCollection-fine_value-problem"');
      const period = await send({ abandonment: '366' });
      expect(period.html).toContain('id="saveCollection-abandonment-problem"');
      expect((await send({ fine_type: 'fixed' })).html).toContain('id="saveCollection-fine_value-problem"');
      expect(await company(store)).toMatchObject({ default_fine: null, boleto_due_days: 3 });
    }
  });

  test('a new boleto has the store’s fine and interest; a Pix invoice, one that says none, and older ones do not', async () => {
    const { store, owner } = await ownStore();
    const before = await store.createInvoice({ payment_method: 'boleto' });
    await owner.submit(settingsOf(store), `${settingsOf(store)}/collection`, {
      ...COLLECTION,
      fine_type: 'percentage',
      fine_value: '2',
      interest_type: 'fixed',
      interest_value: '0.5',
    });
    const boleto = await store.createInvoice({ payment_method: 'boleto' });
    const terms = { fine: { type: 'percentage', value: 2 }, interest: { type: 'fixed', value: 0.5 } };
    expect(boleto).toMatchObject({ ...terms, total: 100, fine_amount: 0 });
    const [late] = await world.current.database.query<{ at: string }>(
      `select to_char(due_date + 30, 'YYYY-MM-DD') as at from invoices where id = $1`,
      [boleto.id],
    );
    const quote = await store.sandbox.get<{ days_late: number; fine_amount: number; interest_amount: number }>(
      `/api/v1/invoices/${boleto.id}/quote?at=${late!.at}`,
    );
    expect(quote.body).toMatchObject({ fine_amount: 2, interest_amount: quote.body.days_late * 0.5 });
    expect(quote.body.days_late).toBeGreaterThan(20);

    const none = { fine: null, interest: null };
    expect(await store.createInvoice({ payment_method: 'pix' })).toMatchObject(none);
    expect(await store.createInvoice({ payment_method: 'boleto', ...none })).toMatchObject(none);
    expect(await store.createInvoice({ payment_method: 'boleto', fine: null })).toMatchObject({ ...terms, fine: null });
    const own = { type: 'fixed', value: 7 };
    expect(await store.createInvoice({ payment_method: 'boleto', fine: own })).toMatchObject({ ...terms, fine: own });
    expect(await store.sandbox.invoice(before.id)).toMatchObject(none);
  });

  test('the preview shows the unsaved name and colour, escaped, with no script of the checkout', async () => {
    const { store, owner } = await ownStore();
    await sendBrand(world.current, owner, { store, fields: BRAND, logo: await drawnPicture() });
    const name = '<script>alert(1)</script> & filhos';
    const query = new URLSearchParams({ name, color: '#FF00AA' }).toString();
    const preview = await owner.get(`${settingsOf(store)}/preview?${query}`);
    expect(preview.status).toBe(200);
    expect(preview.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(preview.html).toContain('--brand: #FF00AA');
    expect(preview.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; filhos');
    expect(preview.html).not.toContain('<script');
    expect(preview.html).toContain('<body inert>');
    expect(preview.html).toContain(`${settingsOf(store)}/logo?v=`);
    const picture = /src="([^"]*pix\.svg[^"]*)"/.exec(preview.html)![1]!;
    expect(await owner.get(picture)).toMatchObject({ status: 200, html: expect.stringContaining('<svg') as unknown });

    const saved = await owner.get(`${settingsOf(store)}/preview`);
    expect(saved.html).toContain('--brand: #8a3324');
    expect((await owner.get(`${settingsOf(store)}/preview?color=platform`)).html).toContain('--brand: #155e63');
    expect((await owner.get(`${settingsOf(store)}/preview?color=red;}`)).html).toContain('--brand: #8a3324');
    const fields = new URLSearchParams({ name, color: '#ff00aa' }).toString();
    const frame = (await owner.get(`${settingsOf(store)}?${fields}`)).html;
    expect(frame).toContain(
      `/settings/preview?name=%3Cscript%3Ealert%281%29%3C%2Fscript%3E+%26+filhos&amp;color=%23ff00aa`,
    );
    expect(await company(store)).toMatchObject({ name: 'Padaria Estrela', brand_color: '#8a3324' });
  });

  test('the use of the minute is that of this environment', async () => {
    const store = await world.current.createStore({ rateLimitPerMinute: 50 });
    const owner = await signedIn(world.current, { companyId: store.companyId });
    const used = async (environment: string) =>
      / (\d+) of 50/.exec((await owner.get(settingsOf(store, environment))).html)?.[1];
    const { rows } = await eventually(
      async () => {
        await world.current.database.query('delete from rate_limit_counters');
        const began = Date.now();
        for (let index = 0; index < 3; index += 1) await store.production.get('/api/v1/customers');
        return { rows: [await used('production'), await used('sandbox')], took: Date.now() - began };
      },
      ({ took }) => took < 30_000,
    );
    expect(rows).toEqual(['3', '0']);
    // To look costs nothing.
    expect(await used('production')).toBe('3');
  });

  const { inBrowser, open } = useBrowser();
  inBrowser('the preview follows what is typed, and saves nothing', async () => {
    const { store, owner } = await ownStore();
    const reader = await open({ viewport: DESKTOP });
    const [name = '', value = ''] = owner.cookie!.split('=');
    await reader.context.addCookies([{ name, value, url: world.current.baseUrl }]);
    const { page } = reader;
    await page.goto(world.current.baseUrl + settingsOf(store));
    const preview = page.frameLocator('#preview');
    await preview.getByText('Padaria Estrela').first().waitFor({ state: 'attached' });
    const box = page.locator('#saveBrand-platform_color');
    expect(await box.isChecked()).toBe(true);
    await page.locator('#saveBrand-color').fill('#aa0033');
    expect(await box.isChecked()).toBe(false);
    await page.locator('#saveBrand-name').fill('Estrela do Mar');
    await preview.getByText('Estrela do Mar').first().waitFor({ state: 'attached' });
    const theme = preview.locator('meta[name=theme-color]');
    await eventually(
      () => theme.getAttribute('content'),
      (content) => content === '#aa0033',
    );
    await box.check();
    await eventually(
      () => theme.getAttribute('content').catch(() => null),
      (content) => content === '#155e63',
    );
    const asked = reader.requests.map((request) => request.url());
    expect(asked.filter((url) => url.includes('_csrf') || url.includes('/events'))).toEqual([]);
    expect(reader.complaints).toEqual([]);
    expect(await company(store)).toMatchObject({ name: 'Padaria Estrela', brand_color: null });
    // The box was ticked again after the colour was chosen: the colour does not win.
    await page.locator('form[action$="/settings/brand"] button[type=submit]').click();
    await page.waitForURL(/done=saveBrand/);
    expect(await company(store)).toMatchObject({ name: 'Estrela do Mar', brand_color: null });
  });
});

describe('the beneficiary', () => {
  const world = useSkippedTimeWorld();

  test('is named by Pix codes and boletos in the place of the store', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    await owner.submit(settingsOf(store), `${settingsOf(store)}/beneficiary`, {
      name: 'Estrela Alimentação e Participações Ltda',
      document: '529.982.247-25',
      city: 'Ribeirão das Águas Claras',
    });
    const pix = await store.createInvoice();
    const boleto = await store.createInvoice({ payment_method: 'boleto' });
    const registered = await eventually(
      async () => [await store.sandbox.invoice(pix.id), await store.sandbox.invoice(boleto.id)] as const,
      ([one, other]) => one.pix !== null && other.boleto !== null,
    );
    expect(registered[0].pix!.qr_code).toContain('5925Estrela Alimentacao e Par6015Ribeirao das Ag');
    const pdf = await fetch(`${world.current.baseUrl}/checkout/${boleto.checkout_hash}/boleto.pdf`);
    const text = await textOfPdf(new Uint8Array(await pdf.arrayBuffer()));
    expect(text).toContain('Estrela Alimentação e Participações Ltda');
    expect(text).toContain('529.982.247-25');
    expect(text).not.toContain('Padaria Estrela');
    // The last day on which it can be paid is the one that was agreed.
    const changed = { ...COLLECTION, boleto_max_days_after_due: '1' };
    await owner.submit(settingsOf(store), `${settingsOf(store)}/collection`, changed);
    const later = await fetch(`${world.current.baseUrl}/checkout/${boleto.checkout_hash}/boleto.pdf`);
    expect(await textOfPdf(new Uint8Array(await later.arrayBuffer()))).toBe(text);
  });
});
