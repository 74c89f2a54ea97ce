import { beforeAll, describe, expect } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import { DESKTOP, useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import { signedIn } from '../support/panel-people.ts';
import type { TestStore } from '../support/world.ts';

const NARROW = { width: 360, height: 740 };

describe('invoices in a browser', () => {
  const world = useApiWorld();
  const { inBrowser, open } = useBrowser();
  let store: TestStore;
  let cookie: { name: string; value: string; url: string };
  let base: string;
  beforeAll(async () => {
    store = await world.current.createStore();
    const person = await signedIn(world.current, { companyId: store.companyId });
    const [name = '', value = ''] = person.cookie!.split('=');
    cookie = { name, value, url: world.current.baseUrl };
    base = `${world.current.baseUrl}/panel/stores/${store.companyId}/sandbox`;
  });
  async function openAt(path: string, options: Parameters<typeof open>[0] = {}) {
    const browser = await open(options);
    await browser.context.addCookies([cookie]);
    await browser.page.goto(base + path);
    return browser;
  }

  inBrowser('the list follows what is typed, without a button, and the address with it', async () => {
    const { id } = await store.createInvoice({ external_reference: 'typed' });
    await store.createInvoice();
    const { page, complaints } = await openAt('/invoices');
    await page.locator('#filter-q').pressSequentially('typed');
    await page.locator('#list tbody tr').nth(1).waitFor({ state: 'detached' });
    expect(await page.locator('#list tbody th').innerText()).toBe(String(id));
    expect(new URL(page.url()).searchParams.get('q')).toBe('typed');
    expect(await page.locator('#filter-q').inputValue()).toBe('typed');
    await page.locator('#filter-method').selectOption('card');
    await page.getByText('No invoice fits these filters.').waitFor();
    expect(complaints).toEqual([]);
  });

  inBrowser('rows are reached and opened by keys, and several of them are canceled', async () => {
    const ids = [(await store.createInvoice()).id, (await store.createInvoice()).id];
    const { page, complaints } = await openAt('/invoices', { viewport: DESKTOP });
    for (const key of ['Tab', 'Tab', 'Enter', 'Tab', 'Tab']) await page.keyboard.press(key);
    expect(await page.evaluate<boolean>('document.activeElement.closest(".rows") !== null')).toBe(true);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `Invoice ${ids[0]}` }).waitFor();
    await page.goBack();
    expect(await page.getByRole('button', { name: 'Remind by e-mail' }).isVisible()).toBe(false);
    for (const id of ids) await page.getByLabel(`Tick: Invoice ${id}`).check();
    await page.getByText('Cancel…').click();
    await page.getByRole('button', { name: 'Cancel the invoice' }).click();
    await page.getByText('The ticked invoices are canceled.').waitFor();
    expect(await page.locator('#list tbody tr .badge', { hasText: 'Canceled' }).count()).toBe(2);
    expect(complaints).toEqual([]);
  });

  inBrowser('a list and a page that are late show where they will be, and nothing of before', async () => {
    await store.createInvoice();
    const { page, complaints } = await openAt('/invoices', { viewport: DESKTOP });
    const shown: string[] = [];
    let late = Promise.withResolvers<void>();
    // The answer comes once the page shows that the answer is awaited: a page that does not show it waits in vain.
    await page.exposeFunction('nowAwaits', (part: string, isRowVisible: boolean) => {
      shown.push(`${part} ${isRowVisible}`);
      late.resolve();
    });
    await page.evaluate(`new MutationObserver(([{ target }]) => {
      if (target.ariaBusy) nowAwaits(target.id, target.querySelector('tbody').checkVisibility({ visibilityProperty: true }));
    }).observe(document.body, { subtree: true, attributeFilter: ['aria-busy'] })`);
    await page.route(/invoices\?|customers/, async (route) => {
      await late.promise;
      await route.continue();
    });
    await page.locator('#filter-method').selectOption('pix');
    await eventually(
      () => shown,
      (parts) => parts.length > 0,
    );
    await page.locator('#list:not([aria-busy]) tbody').waitFor();
    late = Promise.withResolvers<void>();
    await page.getByRole('link', { name: 'Customers' }).click();
    await page.getByRole('row').filter({ hasText: 'Ana Souza' }).waitFor();
    expect(shown).toEqual(['list false', 'content false']);
    expect(complaints).toEqual([]);
  });

  inBrowser('the list is filtered without JavaScript too', async () => {
    const { id } = await store.createInvoice({ external_reference: 'plain' });
    const { page } = await openAt('/invoices', { javaScript: false });
    await page.locator('#filter-q').fill('plain');
    await page.getByRole('button', { name: 'Filter' }).click();
    expect(await page.locator('#list tbody th').allInnerTexts()).toEqual([String(id)]);
  });

  inBrowser(
    'the page of an invoice shows by itself that it was paid, and keeps a form that is being filled in',
    async () => {
      const { id, payments } = await store.createInvoice();
      const { page, complaints } = await openAt(`/invoices/${id}`);
      await page.getByText('Cancel this invoice').click();
      await confirmPayment(world.current, { attemptId: payments[0]!.id, amountCents: 10_000 });
      await page.locator('#live .badge', { hasText: 'Paid' }).waitFor({ timeout: 15_000 });
      expect(await page.locator('details[open]').count()).toBe(1);
      await page.getByText('What can be done with this invoice has changed.').waitFor();
      expect(complaints).toEqual([]);
    },
  );

  inBrowser(
    'an invoice is typed: names are suggested, a line more appears, the total follows, and it is shared',
    async () => {
      const name = 'Rosalva Prates';
      await store.sandbox.create('/api/v1/customers', { name, email: 'rosalva@example.com' });
      const { page, complaints } = await openAt('/invoices/new', { viewport: NARROW });
      const customer = page.getByLabel('Customer', { exact: true });
      await customer.pressSequentially('rosalva');
      const suggestion = page.locator('#customer-choices option');
      await expect(suggestion.first().getAttribute('value')).resolves.toMatch(/^Rosalva Prates \(#\d+\)$/);
      await customer.fill((await suggestion.first().getAttribute('value'))!);
      await page.getByLabel('Item 1', { exact: true }).fill('Pão de mel');
      await page.getByLabel('Price 1 (R$)').fill('12,50');
      await page.locator('.sum-total', { hasText: 'R$12.50' }).waitFor();
      expect(await page.getByLabel('Item 2', { exact: true }).isVisible()).toBe(false);
      await page.getByRole('button', { name: '+ Item' }).click();
      await page.keyboard.type('Bolo');
      await page.getByLabel('Price 2 (R$)').fill('80');
      await page.locator('.sum-total', { hasText: 'R$92.50' }).waitFor();
      await page.frameLocator('.preview').getByText('Bolo').first().waitFor();
      await page.getByRole('button', { name: 'Create the invoice' }).click();
      await page.getByText('R$92.50 to be paid').waitFor();
      // The picture of the code comes a moment after the page.
      await eventually(() => page.evaluate<number>('document.querySelector(".share-code").naturalWidth'), Boolean);
      expect(complaints).toEqual([]);
    },
  );

  for (const viewport of [NARROW, DESKTOP]) {
    inBrowser(`nothing is in the way of anybody, ${viewport.width} pixels wide`, async () => {
      const { id, payments } = await store.createInvoice({ payment_method: 'boleto' });
      await confirmPayment(world.current, { attemptId: payments[0]!.id, amountCents: 4_000 });
      for (const path of ['/invoices', `/invoices/${id}`]) {
        const browser = await openAt(path, { viewport });
        const { page } = browser;
        await page.evaluate('document.querySelectorAll("details.more").forEach((one) => (one.open = true))');
        expect(await browser.accessibilityProblems()).toEqual([]);
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect(overflow).toBeLessThanOrEqual(0);
      }
    });
  }
});
