import { describe, expect } from '@jest/globals';
import { useApiWorld } from '../../support/api-world.ts';
import { DESKTOP, PHONE, useBrowser } from '../../support/browser.ts';

describe('the documentation in a browser', () => {
  const world = useApiWorld();
  const { inBrowser, open } = useBrowser();

  inBrowser(
    'finds a call, shows it in the language that was chosen last, and is accessible on a desk and in a hand',
    async () => {
      const reader = await open({ viewport: DESKTOP });
      const { page } = reader;
      await page.goto(`${world.current.baseUrl}/docs/pt`);
      expect(await reader.accessibilityProblems()).toEqual([]);
      await page.keyboard.press('/');
      await page.keyboard.type('criar cobranca');
      await page.locator('#found a').first().click();
      await page.waitForURL(/\/docs\/pt\/calls\/invoices#createInvoice$/);
      const samples = page.locator('#createInvoice .sample');
      expect(await samples.filter({ visible: true }).allInnerTexts()).toEqual([expect.stringContaining('curl ')]);
      await page.locator('#createInvoice').getByRole('button', { name: 'Python' }).click();
      expect(await samples.filter({ visible: true }).innerText()).toContain('fatura.create_invoice(');
      await page.goto(`${world.current.baseUrl}/docs/en/calls/subscriptions`);
      expect(await page.locator('#createSubscription .sample').filter({ visible: true }).innerText()).toContain(
        'fatura.create_subscription(',
      );
      expect(await reader.accessibilityProblems()).toEqual([]);
      for (const path of ['/docs/en', '/docs/en/calls/invoices', '/docs/en/errors', '/docs/pt/guides/clock']) {
        await page.setViewportSize(PHONE);
        await page.goto(`${world.current.baseUrl}${path}`);
        const wide = await page.evaluate<boolean>(
          'document.documentElement.scrollWidth > document.documentElement.clientWidth',
        );
        expect([path, wide]).toEqual([path, false]);
        expect([path, await reader.accessibilityProblems()]).toEqual([path, []]);
      }
      expect(reader.complaints).toEqual([]);
    },
  );
});
