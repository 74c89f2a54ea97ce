import { describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DESKTOP, useBrowser, type Payer } from '../support/browser.ts';
import { createApiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { signedIn, TEST_PASSWORD } from '../support/panel-people.ts';
import { MINUTE, useSkippedTimeWorld } from '../support/skipped-time.ts';

/** The button or link of a page that says this. */
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const follow = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first().click();

describe('people of a store, in their browsers', () => {
  const { inBrowser, open } = useBrowser();
  const world = useSkippedTimeWorld();

  async function enter(email: string): Promise<Payer> {
    await world.current.database.query('delete from rate_limit_counters');
    const reader = await open({ viewport: DESKTOP, language: 'en' });
    await reader.page.goto(`${world.current.baseUrl}/panel`);
    await reader.reads('Sign in');
    await reader.page.getByLabel('E-mail').fill(email);
    await reader.page.getByLabel('Password').fill(TEST_PASSWORD);
    await press(reader.page, 'Sign in');
    return reader;
  }

  inBrowser(
    'an owner makes a token, uses it, sets the retries, sees a failing delivery, resends it and refunds',
    async () => {
      const store = await world.current.createStore();
      const owner = await signedIn(world.current, { companyId: store.companyId });
      const reader = await enter(owner.email);
      const { page } = reader;
      await reader.reads('Overview');
      await follow(page, 'Sandbox');
      await page.getByText('Sandbox: a test environment').waitFor();

      await follow(page, 'API tokens');
      await press(page, 'Generate a token');
      const token = (await page.locator('.secret code').first().textContent())!.trim();
      expect(token).toMatch(/^fatura_test_[\w-]{43}$/);
      const api = createApiClient({ baseUrl: world.current.baseUrl, token, companyId: store.companyId });
      expect((await api.get('/api/v1/customers')).status).toBe(200);

      await follow(page, 'Webhooks');
      await page.getByRole('spinbutton', { name: /^Retries/ }).fill('1');
      await page.getByRole('spinbutton', { name: /^Interval/ }).fill('1');
      await page.getByRole('combobox', { name: /^Unit of the interval/ }).selectOption('minute');
      await press(page, 'Save');
      await page.getByText('The retries are saved').waitFor();
      const settings = await api.get<Record<string, unknown>>('/api/v1/webhook-settings');
      expect(settings.body).toMatchObject({ retries: 1, interval_seconds: 60 });

      store.receiver.behave((response) => response.writeHead(503).end('out of order'));
      const { id } = await api.create<{ id: number }>('/api/v1/invoices', {
        customer_id: store.customerId,
        products: [{ product_id: store.productId, quantity: 2 }],
        payment_method: 'pix',
      });
      await api.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome: 'confirmed' });
      await world.current.advance(3 * MINUTE, MINUTE);
      const failed = () =>
        world.current.database.query<{ id: string }>(
          `select id from webhook_deliveries where resource_id = $1 and state = 'failed' order by id desc`,
          [id],
        );
      await eventually(failed, ({ length }) => length === 3);

      await page.reload();
      await follow(page, /127\.0\.0\.1/);
      await follow(page, 'See all of its deliveries');
      const [delivery] = await failed();
      await page.locator(`a[href$="/deliveries/${delivery!.id}"]`).first().click();
      await reader.reads(`Delivery ${delivery!.id}`);
      expect(await page.getByText(/^Attempt \d/).count()).toBe(2);
      expect(await page.getByText('out of order').count()).toBe(2);

      store.receiver.behave(null);
      await press(page, 'Send again');
      // The page turns by itself.
      await page.locator('.badge', { hasText: 'Delivered' }).first().waitFor();

      await follow(page, 'Invoices');
      await page.locator('#filter-q').fill('souza');
      await page.waitForURL(/q=souza/);
      await page.locator(`a[href$="/invoices/${id}"]`).first().click();
      await reader.reads(`Invoice ${id}`);
      await page.getByText('Paid', { exact: true }).first().waitFor();
      await page.locator('summary', { hasText: 'Refund' }).click();
      await page.getByRole('textbox', { name: /^Amount/ }).fill('40.00');
      await press(page, 'Review the refund');
      await press(page, /^Refund R\$\s?40\.00$/);
      await page.getByText('Partly refunded').first().waitFor();
      expect((await api.invoice(id)).status).toBe('partially_refunded');
      expect(reader.complaints).toEqual([]);

      await follow(page, 'Audit log');
      for (const text of [/token/i, /retr/i, /refund/i, /127\.0\.0\.1|::1/, new RegExp(owner.email)]) {
        await page.getByRole('table').getByText(text).first().waitFor();
      }
    },
    120_000,
  );

  inBrowser('somebody of the support sees all of it, and changes nothing', async () => {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice();
    const support = await signedIn(world.current, { companyId: store.companyId, role: 'support' });
    const reader = await enter(support.email);
    const { page } = reader;
    await follow(page, 'Sandbox');
    for (const section of ['Invoices', 'Customers', 'Products', 'Webhooks', 'API tokens', 'Store', 'People']) {
      await follow(page, section);
      await reader.reads(section);
      // The form to sign out with, and that of the reader's own columns; filters change nothing.
      const forms = page.locator('form[method=post]:not([action$="/columns"])');
      expect([section, await forms.count()]).toEqual([section, 1]);
    }
    await page.goto(`${world.current.baseUrl}/panel/stores/${store.companyId}/sandbox/invoices/${id}`);
    expect(await page.locator('form[method=post]').count()).toBe(1);
    const refused = await support.post(`/panel/stores/${store.companyId}/sandbox/invoices/${id}/cancel`);
    expect(refused.status).toBe(403);
    expect((await store.sandbox.invoice(id)).status).not.toBe('canceled');
  });

  inBrowser('a person who signs out everywhere is out in the other browser with its next page', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    const [one, other] = [await enter(owner.email), await enter(owner.email)];
    await other.reads('Overview');
    await one.page.goto(`${world.current.baseUrl}/panel/account`);
    await press(one.page, 'Sign out everywhere');
    await one.reads('Sign in');
    await follow(other.page, 'Invoices');
    await other.reads('Sign in');
    expect(await owner.get('/panel/account')).toMatchObject({ status: 303 });
  });
});
