import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Locator, Page } from 'playwright-core';
import { openDatabase } from '../../src/app/open-database.ts';
import { deliverWebhook } from '../../src/webhooks/deliver-webhook.ts';
import { liveAMonth } from '../../tools/seeded-month.ts';
import { useApiWorld } from '../support/api-world.ts';
import { DESKTOP, useBrowser } from '../support/browser.ts';
import { useDeliveries } from '../support/deliveries.ts';
import { signedIn } from '../support/panel-people.ts';
import type { TestStore } from '../support/world.ts';

/** A person at work: clicks and texts are counted, a text as a single one, and Enter or a key as a click. */
class Hands {
  clicks = 0;
  texts = 0;
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }
  async press(key: string): Promise<void> {
    this.clicks += 1;
    await this.page.keyboard.press(key);
  }
  async type(target: Locator, text: string): Promise<void> {
    this.texts += 1;
    await target.fill(text);
  }
  async choose(target: Locator, value: string): Promise<void> {
    this.clicks += 1;
    await target.selectOption(value);
  }
}

interface Job {
  name: string;
  /** The most clicks and texts; a page that asks for more has become worse. */
  most: { clicks: number; texts: number };
  run: (hands: Hands) => Promise<void>;
}

describe('ten jobs of a store, in a month of a bakery', () => {
  let mailbox: string;
  const world = useApiWorld({
    settings: () => {
      mailbox = mkdtempSync(join(tmpdir(), 'fatura-jobs-'));
      return Promise.resolve({ mail: { directory: mailbox, from: 'fatura@platform.example' } });
    },
  });
  const deliveries = useDeliveries(world);
  const { inBrowser, open } = useBrowser();
  let store: TestStore;
  let orm: MikroORM;
  let customer: { id: number; name: string; document: string };
  let paidInvoiceId: number;
  const took: { job: string; clicks: number; texts: number; ms: number }[] = [];

  beforeAll(async () => {
    store = await world.current.createStore();
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 2 });
    const { config } = world.current;
    await liveAMonth({ em: orm.em, config, companyId: store.companyId, onProgress: () => undefined });
    const query = world.current.database.query.bind(world.current.database);
    [customer] = (await query(
      `select id::int, name, document from customers where company_id = $1 and document is not null order by id limit 1`,
      [store.companyId],
    )) as [typeof customer];
    const [paid] = await query<{ id: number }>(
      `select id::int from invoices where company_id = $1 and status = 'paid' and amount_paid_cents > 10000 and payment_method = 'pix'
       order by id desc limit 1`,
      [store.companyId],
    );
    paidInvoiceId = paid!.id;
    // The webhook that fails: a few of its deliveries are tried and given up.
    await query('update store_settings set webhook_retries = 0 where company_id = $1', [store.companyId]);
    const [failing] = await query<{ id: number }>(
      `select id::int from webhook_endpoints where company_id = $1 and url like '%:9009%'`,
      [store.companyId],
    );
    const pending = await query<{ id: number }>(
      `select id::int from webhook_deliveries where endpoint_id = $1 and state = 'pending' order by id desc limit 3`,
      [failing!.id],
    );
    for (const { id: deliveryId } of pending) {
      const last = { number: 1, attemptsAllowed: 1, retryAfter: () => null };
      await deliverWebhook(deliveries.deps, { deliveryId, endpointId: failing!.id, ...last });
    }
  }, 120_000);
  afterAll(async () => {
    await orm?.close();
    rmSync(mailbox, { recursive: true, force: true });
  });

  const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
  const section = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true });
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

  const JOBS: Job[] = [
    {
      name: 'a new invoice, shared',
      most: { clicks: 5, texts: 2 },
      async run(hands) {
        const { page } = hands;
        await hands.click(section(page, 'Invoices'));
        await hands.click(link(page, 'New invoice'));
        await hands.type(page.getByLabel('Customer', { exact: true }), `${customer.name} (#${customer.id})`);
        const product = await page.locator('#product-choices option').first().getAttribute('value');
        await hands.type(page.getByLabel('Item 1', { exact: true }), product!);
        await hands.click(button(page, 'Create the invoice'));
        await hands.click(button(page, 'Copy'));
      },
    },
    {
      name: 'an invoice is found by CPF',
      most: { clicks: 3, texts: 1 },
      async run(hands) {
        const { page } = hands;
        await hands.press('/');
        await hands.type(page.getByRole('searchbox'), customer.document);
        await hands.press('Enter');
        await hands.click(page.locator('[aria-labelledby="found-invoices"] a').first());
        await page.getByRole('heading', { level: 1, name: /^Invoice \d+$/ }).waitFor();
      },
    },
    {
      name: 'why did this webhook fail',
      most: { clicks: 1, texts: 0 },
      async run(hands) {
        const { page } = hands;
        await hands.click(link(page, /does not take events/));
        await page.getByText('refused the connection').first().waitFor();
      },
    },
    {
      name: 'failed deliveries are sent again',
      most: { clicks: 2, texts: 0 },
      async run(hands) {
        const { page } = hands;
        await hands.click(link(page, /does not take events/));
        await hands.click(page.locator('[aria-labelledby="resend"]').getByRole('button'));
        await page.locator('.notice').waitFor();
      },
    },
    {
      name: 'R$ 50 are refunded',
      most: { clicks: 6, texts: 2 },
      async run(hands) {
        const { page } = hands;
        await hands.press('/');
        await hands.type(page.getByRole('searchbox'), String(paidInvoiceId));
        await hands.press('Enter');
        await hands.click(link(page, new RegExp(`^Invoice ${paidInvoiceId}$`)));
        await hands.click(page.locator('summary', { hasText: 'Refund' }));
        await hands.type(page.getByLabel('Amount', { exact: true }), '50');
        await hands.click(button(page, 'Review the refund'));
        await hands.click(button(page, /^Refund R\$\s?50\.00$/));
        await page.getByText('The refund is asked for').waitFor();
      },
    },
    {
      name: 'a new weekly subscription',
      most: { clicks: 5, texts: 2 },
      async run(hands) {
        const { page } = hands;
        await hands.click(section(page, 'Subscriptions'));
        await hands.click(link(page, 'New subscription'));
        await hands.type(page.locator('#createSubscription-customer_id'), `${customer.name} (#${customer.id})`);
        const product = await page.locator('#product-choices option').first().getAttribute('value');
        await hands.type(page.locator('#createSubscription-product_1'), product!);
        await hands.choose(page.locator('#createSubscription-interval'), 'week');
        await hands.click(button(page, 'Create subscription'));
        await page.getByRole('heading', { level: 1, name: /^Subscription \d+$/ }).waitFor();
      },
    },
    {
      name: 'what came in yesterday',
      most: { clicks: 1, texts: 0 },
      async run(hands) {
        const { page } = hands;
        const columns = page.locator('[aria-labelledby="paid-by-day"] g.column');
        await hands.click(columns.nth((await columns.count()) - 2));
        await page.getByRole('heading', { level: 1, name: 'Money' }).waitFor();
      },
    },
    {
      name: 'who owes me',
      most: { clicks: 1, texts: 0 },
      async run(hands) {
        const { page } = hands;
        await hands.click(link(page, /^Overdue:/));
        await page.locator('#list tbody tr').first().waitFor();
      },
    },
    {
      name: 'the retry policy is changed',
      most: { clicks: 2, texts: 1 },
      async run(hands) {
        const { page } = hands;
        await hands.click(section(page, 'Webhooks'));
        await hands.type(page.getByLabel('Retries after the first attempt'), '8');
        await hands.click(page.locator('[aria-labelledby="retries"]').getByRole('button', { name: 'Save' }));
        await page.getByText('The retries are saved').waitFor();
      },
    },
    {
      name: 'a colleague is invited',
      most: { clicks: 2, texts: 1 },
      async run(hands) {
        const { page } = hands;
        await hands.click(section(page, 'People'));
        await hands.type(page.locator('#invitePerson-email'), 'colega@padaria.example');
        await hands.click(page.locator('[aria-labelledby="invite"]').getByRole('button'));
        await page.getByText('The invitation is sent.').waitFor();
      },
    },
  ];

  inBrowser.each(JOBS)('$name', async ({ name, most, run }: Job) => {
    const person = await signedIn(world.current, { companyId: store.companyId });
    const [cookie = '', value = ''] = person.cookie!.split('=');
    const { page, context, complaints } = await open({ viewport: DESKTOP });
    await context.addCookies([{ name: cookie, value, url: world.current.baseUrl }]);
    await page.goto(`${world.current.baseUrl}/panel/stores/${store.companyId}/sandbox`);
    const hands = new Hands(page);
    const begun = performance.now();
    await run(hands);
    const ms = Math.round(performance.now() - begun);
    took.push({ job: name, clicks: hands.clicks, texts: hands.texts, ms });
    expect(hands.clicks).toBeLessThanOrEqual(most.clicks);
    expect(hands.texts).toBeLessThanOrEqual(most.texts);
    expect(complaints).toEqual([]);
  });

  afterAll(() => {
    const lines = took.map(({ job, clicks, texts, ms }) => `${job}: ${clicks} clicks, ${texts} texts, ${ms} ms`);
    if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`);
  });
});
