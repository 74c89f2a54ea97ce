import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { MESSAGES } from '../../../src/checkout/pages/messages.ts';
import { Company } from '../../../src/accounts/companies/company.entity.ts';
import { resumeCompany, suspendCompany } from '../../../src/accounts/companies/suspend-company.ts';
import { openDatabase } from '../../../src/app/open-database.ts';
import { useApiWorld } from '../../support/api-world.ts';
import { checkedFetch } from '../../support/checked-fetch.ts';
import { eventually } from '../../support/eventually.ts';
import { confirmPayment } from '../../support/gateway-callback.ts';
import { useSkippedTimeWorld } from '../../support/skipped-time.ts';
import type { TestStore, World } from '../../support/world.ts';

const REASON = 'Chargebacks beyond the agreed rate';

/** Suspends and resumes as the operators' commands do. */
function useSuspension(world: { readonly current: World }) {
  let orm: MikroORM;
  beforeAll(async () => {
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 2 });
  });
  afterAll(() => orm?.close());
  return {
    em: (): EntityManager => orm.em.fork(),
    suspend: ({ companyId }: TestStore, { reason = REASON, now = new Date() } = {}) =>
      suspendCompany(orm.em.fork(), { companyId, reason, now }),
    resume: ({ companyId }: TestStore) => resumeCompany(orm.em.fork(), { companyId }),
  };
}

const asPayer = (language: string) => ({ headers: { Accept: 'text/html', 'Accept-Language': language } });

describe('a suspended store', () => {
  const world = useApiWorld();
  const { em, suspend, resume } = useSuspension(world);

  test.each([
    ['X-API-TOKEN with X-Company-ID', 'sandbox'],
    ['X-API-TOKEN with X-Company-ID', 'production'],
    ['Authorization: Bearer', 'sandbox'],
    ['Authorization: Bearer', 'production'],
  ] as const)(
    'is refused by the API, with %s in %s, and welcome at once when it is resumed',
    async (form, environment) => {
      const store = await world.current.createStore();
      const token = environment === 'sandbox' ? store.sandboxToken : store.productionToken;
      const headers: Record<string, string> =
        form === 'Authorization: Bearer'
          ? { Authorization: `Bearer ${token}` }
          : { 'X-API-TOKEN': token, 'X-Company-ID': String(store.companyId) };
      const ask = (method: string) =>
        checkedFetch(
          new Request(`${world.current.baseUrl}/api/v1/customers`, {
            method,
            headers: { ...headers, 'Content-Type': 'application/json' },
            ...(method === 'POST' && { body: JSON.stringify({ name: 'Ana', email: 'ana@example.com' }) }),
          }),
        );
      expect((await ask('GET')).status).toBe(200);
      await suspend(store);
      for (const method of ['GET', 'POST']) {
        const refused = await ask(method);
        expect(refused.status).toBe(403);
        expect(await refused.json()).toMatchObject({
          code: 'store_suspended',
          detail: 'This store is suspended: ask the platform. Nothing was changed.',
        });
        expect(Number(refused.headers.get('RateLimit-Remaining'))).toBeGreaterThan(0);
      }
      await resume(store);
      expect((await ask('POST')).status).toBe(201);
    },
  );

  test('is not told of by a wrong token, by another store’s, or by a revoked one', async () => {
    const [store, other] = [await world.current.createStore(), await world.current.createStore()];
    await suspend(store);
    const codeOf = async (token: string) => {
      const headers = { 'X-API-TOKEN': token, 'X-Company-ID': String(store.companyId) };
      const answer = await fetch(`${world.current.baseUrl}/api/v1/customers`, { headers });
      return [answer.status, ((await answer.json()) as { code: string }).code];
    };
    expect(await codeOf(`${store.sandboxToken}x`)).toEqual([401, 'token_unknown']);
    expect(await codeOf(other.sandboxToken)).toEqual([403, 'token_of_another_company']);
    await world.current.database.query('update api_tokens set revoked_at = now() where company_id = $1', [
      store.companyId,
    ]);
    expect(await codeOf(store.sandboxToken)).toEqual([401, 'token_unknown']);
    expect((await other.sandbox.get('/api/v1/customers')).status).toBe(200);
  });

  test('has its calls counted like any others', async () => {
    const store = await world.current.createStore({ rateLimitPerMinute: 4 });
    await suspend(store);
    const statuses: number[] = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await store.production.get('/api/v1/customers')).status);
    expect([...statuses, (await store.production.get('/api/v1/customers')).status]).toEqual([403, 403, 403, 403, 429]);
  });

  test('that is suspended again keeps its reason and moment; resumed twice it stays resumed', async () => {
    const store = await world.current.createStore();
    const first = await suspend(store);
    const again = await suspend(store, { reason: 'Another', now: new Date(Date.now() + 60_000) });
    expect([first.changed, again.changed]).toEqual([true, false]);
    expect(again.company).toMatchObject({ suspendedAt: first.company.suspendedAt, suspensionReason: REASON });
    expect([(await resume(store)).changed, (await resume(store)).changed]).toEqual([true, false]);
    const company = await em().findOneOrFail(Company, store.companyId);
    expect(company).toMatchObject({ suspendedAt: null, suspensionReason: null });
  });

  test('must exist', async () => {
    const missing = { companyId: 999_999 } as TestStore;
    await expect(suspend(missing)).rejects.toMatchObject({ code: 'company_not_found' });
    await expect(resume(missing)).rejects.toMatchObject({ code: 'company_not_found' });
  });

  test.each(['pt', 'en', 'es'] as const)(
    'says to its payers in %s that it takes no payments, without a form',
    async (language) => {
      const store = await world.current.createStore();
      const invoice = await store.createInvoice({ payment_method: 'card' });
      await suspend(store);
      const page = await fetch(`${world.current.baseUrl}/checkout/${invoice.checkout_hash}`, asPayer(language));
      const html = await page.text();
      expect(page.status).toBe(200);
      expect(html).toContain(MESSAGES[language].suspended.title);
      expect(html).not.toContain('<form');
      expect(html).not.toContain(REASON);
    },
  );

  test('takes no payment at its checkout, by script or by form, and does so again when resumed', async () => {
    const store = await world.current.createStore();
    const { id, checkout_hash: hash } = await store.createInvoice({ payment_method: 'card' });
    const address = `${world.current.baseUrl}/checkout/${hash}/payments`;
    const submit = () =>
      fetch(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({ card_token: 'tok_approved', amount: 100 }),
      });
    await suspend(store);
    const refused = await submit();
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, 'store_suspended']);
    const form = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(),
      ...asPayer('en'),
    });
    expect(form.status).toBe(403);
    expect(await form.text()).toContain(MESSAGES.en.suspended.title);
    await resume(store);
    expect((await store.sandbox.invoice(id)).payments).toEqual([]);
    expect((await submit()).status).toBe(202);
  });

  test('lets a card payment that is with the gateway go on', async () => {
    const store = await world.current.createStore();
    const { id, checkout_hash: hash } = await store.createInvoice({ payment_method: 'card' });
    await store.sandbox.create(`/api/v1/invoices/${id}/payments`, { card_token: 'tok_approved' });
    await suspend(store);
    const html = await (await fetch(`${world.current.baseUrl}/checkout/${hash}`, asPayer('en'))).text();
    expect(html).toContain(MESSAGES.en.processing.title);
  });

  test('gives no boleto to print', async () => {
    const store = await world.current.createStore();
    const { checkout_hash: hash } = await store.createInvoice({ payment_method: 'boleto' });
    await suspend(store);
    const page = await fetch(`${world.current.baseUrl}/checkout/${hash}/boleto.pdf`, asPayer('en'));
    expect(page.status).toBe(403);
  });
});

describe('work under way when a store is suspended', () => {
  const world = useSkippedTimeWorld();
  const { suspend, resume } = useSuspension(world);

  test('goes on: a code that was copied is paid, recorded and told; the page hides the code, then shows the payment', async () => {
    const store = await world.current.createStore();
    const invoice = await store.createInvoice({ payment_method: 'pix' });
    const { id, checkout_hash: hash, payments } = invoice;
    const { pix } = await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'pending',
    );
    const pageOf = async (path = '') => fetch(`${world.current.baseUrl}/checkout/${hash}${path}`, asPayer('pt-BR'));
    expect(await (await pageOf()).text()).toContain(pix!.qr_code);
    expect((await pageOf('/pix.svg')).status).toBe(200);

    await suspend(store);
    const html = await (await pageOf()).text();
    expect(html).toContain(MESSAGES.pt.suspended.title);
    expect(html).not.toContain(pix!.qr_code);
    expect((await pageOf('/pix.svg')).status).toBe(404);

    await confirmPayment(world.current, { attemptId: payments[0]!.id, amountCents: 10_000 });
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.includes('invoice.payment_confirmed'),
    );
    expect(await (await pageOf()).text()).toContain(MESSAGES.pt.paid.title);
    await resume(store);
    expect((await store.sandbox.invoice(id)).status).toBe('paid');
  });
});
