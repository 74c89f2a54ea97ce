import { beforeAll, describe, expect } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import { useBrowser } from '../support/browser.ts';
import type { TestStore } from '../support/world.ts';

describe('an open page at the end of the store’s day', () => {
  let now = new Date('2026-03-03T02:59:58Z');
  const { inBrowser, open } = useBrowser();
  const world = useApiWorld({ clock: { now: () => Promise.resolve(now) } });
  let store: TestStore;
  beforeAll(async () => {
    store = await world.current.createStore();
  });

  inBrowser('hears of midnight, and shows what the new day asks for', async () => {
    const discount = { type: 'percentage', value: 10, until: '2026-03-02' };
    const { checkout_hash: hash } = await store.createInvoice({ payment_method: 'card', discount });
    const { page, complaints } = await open({ language: 'en-US' });
    await page.goto(`${world.current.baseUrl}/checkout/${hash}`);
    const amount = page.locator('.amount-value');
    expect(await amount.textContent()).toMatch(/90\.00/);
    now = new Date('2026-03-03T03:00:01Z');
    await amount.filter({ hasText: '100.00' }).waitFor({ timeout: 15_000 });
    await page.getByRole('button', { name: /^Pay R\$\s?100\.00$/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  inBrowser('a page whose amount changes while the card is on its way charges nothing, and says so', async () => {
    const { id, checkout_hash: hash } = await store.createInvoice({ payment_method: 'card' });
    const payer = await open({ language: 'en-US' });
    const { page } = payer;
    // The page hears of nothing: its news are held back.
    await page.route('**/events', (route) => route.abort());
    await page.route('**/status', (route) => route.abort());
    await page.goto(`${world.current.baseUrl}/checkout/${hash}`);
    await page.getByLabel('Name as on the card').fill('ANA SOUZA');
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByLabel('Expiry (MM/YY)').fill('12/40');
    await page.getByLabel('Security code (CVC)').fill('123');
    const changed = { products: [{ product_id: store.productId, quantity: 10 }] };
    expect((await store.sandbox.request('PATCH', `/api/v1/invoices/${id}`, changed)).status).toBe(200);
    await page.getByRole('button', { name: /^Pay R\$\s?100\.00$/ }).click();
    await page.getByText('The amount has changed. Nothing was charged').waitFor();
    await page.getByRole('button', { name: /^Pay R\$\s?500\.00$/ }).waitFor();
    expect((await store.sandbox.invoice(id)).payments).toEqual([]);
  });
});
