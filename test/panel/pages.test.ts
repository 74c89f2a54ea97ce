import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect } from '@jest/globals';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { mailContext } from '../../src/base/mail/queue-mail.ts';
import { screens } from '../../src/panel/areas.ts';
import { invitePerson } from '../../src/accounts/people/invite-person.ts';
import { DESKTOP, PHONE, useBrowser, WIDE_DESKTOP, type Payer } from '../support/browser.ts';
import { createBusyStore, createSubscriptions, type BusyStore } from '../support/busy-store.ts';
import { eventually } from '../support/eventually.ts';
import { openPanel, type PanelBrowser } from '../support/panel-client.ts';
import { signedIn } from '../support/panel-people.ts';
import { useSkippedTimeWorld } from '../support/skipped-time.ts';
import { TEST_KEYS, type TestStore } from '../support/world.ts';

const SCREENSHOTS = join(import.meta.dirname, '../../docs/screenshots/panel');

/** All pages are looked at in the dark; pictures are kept of these. */
const DARK_PICTURES = ['overview', 'invoices', 'invoice-open'];

const SMALL_PHONE = { width: 320, height: 568 };
/** Here a list still shows all its columns. */
const SMALL_DESKTOP = { width: 1024, height: 768 };

type Shown = BusyStore & {
  subscriptionId: number;
  tokenId: number;
  disputeId: number;
  couponId: number;
  linkId: number;
};

/**
 * Which pages there are, by name: the screen, and where it is. Those of a store without `/panel` are of its sandbox.
 */
const PAGES: Record<string, { screen: string; path: (shown: Shown) => string }> = {
  overview: { screen: 'overview', path: () => '' },
  'go-live': {
    screen: 'goLive',
    path: ({ store }) => `/panel/stores/${store.companyId}/production/go-live`,
  },
  search: { screen: 'search', path: () => '/search?q=ana' },
  invoices: { screen: 'invoices', path: () => '/invoices' },
  invoice: { screen: 'invoice', path: ({ paidInvoiceId }) => `/invoices/${paidInvoiceId}` },
  'invoice-open': { screen: 'invoice', path: ({ openInvoiceId }) => `/invoices/${openInvoiceId}` },
  'invoice-new': {
    screen: 'newInvoice',
    path: ({ store }) =>
      `/invoices/new?${new URLSearchParams({
        ...{ customer: String(store.customerId), item_1: `Pão de queijo (#${store.productId})`, quantity_1: '2' },
        ...{ item_2: 'Bolo de casamento, três andares', quantity_2: '1', price_2: '890,00', payment_method: 'boleto' },
        ...{
          due_date: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
          discount_type: 'percentage',
          discount_value: '10',
        },
      }).toString()}`,
  },
  'invoice-share': { screen: 'shareInvoice', path: ({ openInvoiceId }) => `/invoices/${openInvoiceId}/share` },
  money: { screen: 'money', path: () => '/money' },
  disputes: { screen: 'disputes', path: () => '/disputes' },
  dispute: { screen: 'dispute', path: ({ disputeId }) => `/disputes/${disputeId}` },
  reminders: { screen: 'reminders', path: () => '/reminders' },
  'reminder-step': { screen: 'reminderStep', path: () => '/reminders/steps/three-days-before' },
  'reminder-step-new': { screen: 'reminderStep', path: () => '/reminders/steps/_new' },
  'reminder-notice': { screen: 'noticeWords', path: () => '/reminders/notices/receipt' },
  refund: {
    screen: 'refund',
    path: ({ paidInvoiceId }) => `/invoices/${paidInvoiceId}/refunds/new?review=1&amount=10,00&reason=Um+item+faltou`,
  },
  'refund-new': { screen: 'refund', path: ({ paidInvoiceId }) => `/invoices/${paidInvoiceId}/refunds/new` },
  subscriptions: { screen: 'subscriptions', path: () => '/subscriptions' },
  subscription: { screen: 'subscription', path: ({ subscriptionId }) => `/subscriptions/${subscriptionId}` },
  'subscription-new': {
    screen: 'newSubscription',
    path: ({ store }) => `/subscriptions/new?customer=${store.customerId}&product_1=${store.productId}&quantity_1=2`,
  },
  'subscription-edit': {
    screen: 'editSubscription',
    path: ({ subscriptionId }) => `/subscriptions/${subscriptionId}/edit`,
  },
  customers: { screen: 'customers', path: () => '/customers' },
  customer: { screen: 'customer', path: ({ store }) => `/customers/${store.customerId}` },
  'customer-new': { screen: 'newCustomer', path: () => '/customers/new' },
  products: { screen: 'products', path: () => '/products' },
  product: { screen: 'product', path: ({ store }) => `/products/${store.productId}` },
  coupons: { screen: 'coupons', path: () => '/coupons' },
  coupon: { screen: 'coupon', path: ({ couponId }) => `/coupons/${couponId}` },
  'coupon-new': { screen: 'newCoupon', path: () => '/coupons/new' },
  links: { screen: 'paymentLinks', path: () => '/links' },
  link: { screen: 'paymentLink', path: ({ linkId }) => `/links/${linkId}` },
  'link-new': { screen: 'newPaymentLink', path: () => '/links/new' },
  'product-new': { screen: 'newProduct', path: () => '/products/new' },
  webhooks: { screen: 'webhooks', path: () => '/webhooks' },
  webhook: { screen: 'webhook', path: ({ webhookId }) => `/webhooks/${webhookId}` },
  deliveries: { screen: 'webhookDeliveries', path: ({ webhookId }) => `/webhooks/${webhookId}/deliveries` },
  'all-deliveries': { screen: 'deliveries', path: () => '/deliveries' },
  delivery: { screen: 'delivery', path: ({ failedDeliveryId }) => `/deliveries/${failedDeliveryId}` },
  clock: { screen: 'clock', path: () => '/clock' },
  tokens: { screen: 'tokens', path: () => '/tokens' },
  token: { screen: 'token', path: ({ tokenId }) => `/tokens/${tokenId}` },
  settings: { screen: 'settings', path: () => '/settings' },
  gateway: { screen: 'gateway', path: () => '/settings/gateway' },
  people: { screen: 'people', path: () => '/people' },
  security: { screen: 'security', path: () => '/security' },
  audit: { screen: 'audit', path: () => '/audit' },
  account: { screen: 'account', path: () => '/panel/account' },
  'second-factor': { screen: 'factors', path: () => '/panel/account/second-factor' },
  stores: { screen: 'stores', path: () => '/panel/stores' },
  'platform-stores': { screen: 'platformStores', path: () => '/panel/platform/stores' },
  'platform-store-new': { screen: 'platformNewStore', path: () => '/panel/platform/stores/new' },
  'platform-store': { screen: 'platformStore', path: ({ store }) => `/panel/platform/stores/${store.companyId}` },
  'platform-health': { screen: 'platformHealth', path: () => '/panel/platform/health' },
  'platform-audit': { screen: 'platformAudit', path: () => '/panel/platform/audit' },
};
/** Pages for whoever is not signed in. */
const OPEN_PAGES = ['sign-in', 'forgot-password', 'mail-sent', 'reset-password', 'invitation', 'not-found'] as const;
/** Screens that are no pages: files, forwarding, what is shown in a frame. */
const NO_PAGES = [
  'home',
  'secondFactor',
  'auditFile',
  'invoicesCsv',
  'invoicesXlsx',
  'moneyStatement',
  'logo',
  'settingsPreview',
  'invoicePreview',
  'invoiceQrCode',
  'customerChoices',
  'productChoices',
  'samplePixCode',
  'openWorkflow',
];

/** @returns a dispute that the store can answer, and has a file for */
async function disputed(store: TestStore): Promise<number> {
  const { id } = await store.createInvoice();
  for (const outcome of ['confirmed', 'disputed']) {
    await store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome });
  }
  const [dispute] = await eventually(
    async () => (await store.sandbox.get<{ data: { id: number }[] }>('/api/v1/disputes')).body.data,
    ({ length }) => length > 0,
  );
  const content = Buffer.from('%PDF-1.7\n%%EOF').toString('base64');
  const file = { kind: 'shipping_documentation', name: 'Comprovante de entrega', content };
  await store.sandbox.create(`/api/v1/disputes/${dispute!.id}/files`, file);
  return dispute!.id;
}

/** @returns a coupon that an invoice has; the customer has a saved card too */
async function withCoupon(store: TestStore): Promise<number> {
  const { id } = await store.sandbox.create<{ id: number }>('/api/v1/coupons', {
    ...{ code: 'BEMVINDO', name: 'Para clientes novos', discount: { type: 'percentage', value: 10 }, cycles: 3 },
    ...{ minimum_subtotal: 60, max_redemptions: 500, max_redemptions_per_customer: 2, valid_until: '2099-12-31' },
  });
  await store.createInvoice({ coupon: 'BEMVINDO' });
  await store.sandbox.create(`/api/v1/customers/${store.customerId}/cards`, { card_token: 'tok_approved' });
  return id;
}

describe('every page of the panel', () => {
  const { inBrowser, open } = useBrowser();
  const world = useSkippedTimeWorld();
  let busy: Shown;
  let owner: PanelBrowser & { email: string };
  const openAddresses = {} as Record<(typeof OPEN_PAGES)[number], string>;

  beforeAll(async () => {
    const store = await createBusyStore(world.current);
    const [token] = await world.current.database.query<{ id: string }>(
      `select id from api_tokens where company_id = $1 and environment = 'sandbox' order by id limit 1`,
      [store.store.companyId],
    );
    const subscriptionId = await createSubscriptions(world.current, store);
    const couponId = await withCoupon(store.store);
    const disputeId = await disputed(store.store);
    const selling = { name: 'Curso de pão caseiro', amount: 180, payment_method: 'pix', accepts_coupons: true };
    const link = await store.store.sandbox.create<{ id: number }>('/api/v1/payment-links', selling);
    busy = { ...store, subscriptionId, tokenId: Number(token!.id), disputeId, couponId, linkId: link.id };
    const { companyId } = busy.store;
    owner = await signedIn(world.current, { companyId, isOperator: true, language: 'pt' });
    await signedIn(world.current, { companyId, role: 'developer' });
    await signedIn(world.current, { companyId, role: 'support' });
    await invite('nova@store.example');
    // Something for the log to tell of.
    const base = `/panel/stores/${companyId}/sandbox`;
    const retries = {
      ...{ retries: '3', interval: '5', interval_unit: 'minute', strategy: 'exponential' },
      ...{ max_interval: '1', max_interval_unit: 'day' },
    };
    await owner.submit(`${base}/webhooks`, `${base}/webhooks/settings`, retries);
    await owner.submit(`${base}/settings`, `${base}/settings/domain`, { domain: 'checkout.padaria.example' });
    await owner.submit(`${base}/tokens`, `${base}/tokens`, { name: 'ERP', scopes: ['read', 'refunds:write'] });
    // An app for codes is being set up: its picture is shown.
    await owner.submit('/panel/account/second-factor', '/panel/account/second-factor/app');
    await owner.submit(`${base}/products/new`, `${base}/products`, { name: 'Café coado', price: '7,50' });
    await openPanel(world.current).submit('/panel/forgot-password', '/panel/forgot-password', { email: owner.email });
    Object.assign(openAddresses, {
      'sign-in': '/panel/sign-in',
      'forgot-password': '/panel/forgot-password',
      'mail-sent': '/panel/forgot-password?done=requestReset',
      'reset-password': await linkMailedTo(owner.email),
      invitation: await linkMailedTo('nova@store.example'),
      'not-found': '/panel/nothing-here',
    });
  }, 180_000);

  /** Without a mail server the panel invites nobody; the use case orders the mail all the same. */
  async function invite(email: string): Promise<void> {
    const { config } = world.current;
    const orm = await openDatabase({ databaseUrl: config.databaseUrl, poolSize: 1 });
    const deps = { em: orm.em.fork(), secrets: createSecretBox(TEST_KEYS), publicUrl: config.publicUrl };
    const invitation = {
      companyId: busy.store.companyId,
      email,
      role: 'support',
      inviter: 'Ana',
      language: 'pt',
    } as const;
    await invitePerson(deps, { ...invitation, now: new Date() });
    await orm.close();
  }

  async function linkMailedTo(email: string): Promise<string> {
    // An owner gets other mails too.
    const links = await eventually(
      async () => {
        const mails = await world.current.database.query<{ content: string }>(
          'select content from mails where recipient = $1 order by id',
          [email],
        );
        const texts = mails.map(({ content }) => createSecretBox(TEST_KEYS).open(content, mailContext(email)));
        return texts.flatMap((text) => /\/panel\/links\/[\w-]+/.exec(text) ?? []);
      },
      ({ length }) => length > 0,
    );
    return links.at(-1)!;
  }

  const readers = new Map<string | null, Promise<Payer>>();

  /** A single window serves for all that somebody looks at: opening it takes longer than a page does. */
  async function openAs(browser: PanelBrowser): Promise<Payer> {
    await world.current.database.query('delete from rate_limit_counters');
    if (!readers.has(browser.cookie)) readers.set(browser.cookie, openWindow(browser));
    return readers.get(browser.cookie)!;
  }

  async function openWindow(browser: PanelBrowser): Promise<Payer> {
    const reader = await open({ viewport: PHONE, isKept: true });
    if (browser.cookie) {
      const [name = '', value = ''] = browser.cookie.split('=');
      await reader.context.addCookies([{ name, value, url: world.current.baseUrl }]);
    }
    return reader;
  }

  /** A page is loaded once, on a small phone, and then looked at on larger ones and on a desktop. */
  async function examine(reader: Payer, { name, path }: { name: string; path: string }) {
    const { page, requests, complaints } = reader;
    const { baseUrl } = world.current;
    // A page that is left may still ask for something.
    await page.goto('about:blank');
    requests.length = 0;
    complaints.length = 0;
    await page.setViewportSize(SMALL_PHONE);
    await page.goto(baseUrl + path);
    await page.waitForLoadState('load');
    const accessibility: string[] = [];
    const tooWide: number[] = [];
    for (const viewport of [SMALL_PHONE, PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      if ((await page.evaluate(widthOf)) > viewport.width) tooWide.push(viewport.width);
      if (viewport === SMALL_PHONE) continue;
      for (const problem of await reader.accessibilityProblems()) accessibility.push(`${viewport.width}: ${problem}`);
      if (process.env.UPDATE_SCREENSHOTS !== '1') continue;
      mkdirSync(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${viewport.width}.png`), fullPage: true });
    }
    const list = await page.evaluate(listOf);
    const clipped = await page.evaluate(clippedIn);
    await page.setViewportSize(SMALL_DESKTOP);
    clipped.push(...(await page.evaluate(clippedIn)));
    await page.setViewportSize(WIDE_DESKTOP);
    if ((await page.evaluate(widthOf)) > WIDE_DESKTOP.width) tooWide.push(WIDE_DESKTOP.width);
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const problem of await reader.accessibilityProblems(['color-contrast']))
      accessibility.push(`dark: ${problem}`);
    if (process.env.UPDATE_SCREENSHOTS === '1' && DARK_PICTURES.includes(name)) {
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-dark.png`), fullPage: true });
    }
    await page.emulateMedia({ colorScheme: null });
    return {
      accessibility,
      tooWide,
      // A page that is not there is not loaded, which the browser remarks on.
      complaints: complaints.filter((text) => !(name === 'not-found' && text.includes('404'))),
      others: [...new Set(requests.map((request) => new URL(request.url()).origin))].filter((it) => it !== baseUrl),
      headings: await page.locator('h1').count(),
      list,
      clipped,
    };
  }

  const FINE = { accessibility: [], complaints: [], others: [], tooWide: [], headings: 1, list: [], clipped: [] };

  inBrowser('is looked at here', () => {
    const looked = [...Object.values(PAGES).map(({ screen }) => screen), ...NO_PAGES];
    const others = screens.filter(({ id, scope }) => scope !== 'open' && !looked.includes(id)).map(({ id }) => id);
    expect(others).toEqual([]);
  });

  inBrowser.each(Object.keys(PAGES))('%s on a phone and on a desktop: usable by all, and alone', async (name) => {
    const path = PAGES[name]!.path(busy);
    const address = path.startsWith('/panel') ? path : `/panel/stores/${busy.store.companyId}/sandbox${path}`;
    expect(await examine(await openAs(owner), { name, path: address })).toEqual(FINE);
  });

  inBrowser.each(OPEN_PAGES)('%s on a phone and on a desktop: usable by all, and alone', async (name) => {
    const reader = await openAs(openPanel(world.current));
    expect(await examine(reader, { name, path: openAddresses[name] })).toEqual(FINE);
  });
});

interface PageElement {
  scrollWidth: number;
  clientWidth: number;
  parentElement: PageElement;
  getBoundingClientRect(): { top: number; height: number };
}
declare const document: {
  documentElement: PageElement;
  querySelectorAll(selector: string): Iterable<PageElement>;
};

/** Runs in the page: what a list does not keep of its promises, that its rows begin soon and are low. */
function listOf(): string[] {
  const rows = [...document.querySelectorAll('.list-card .rows tbody tr')].map((row) => row.getBoundingClientRect());
  const [first] = rows;
  return [
    ...(first && first.top > 320 ? [`The first row begins ${Math.round(first.top)} pixels below the top.`] : []),
    ...rows.filter(({ height }) => height > 44).map(({ height }) => `A row is ${Math.round(height)} pixels high.`),
  ];
}

/** Runs in the page: by how many pixels lists are wider than their place. */
function clippedIn(): number[] {
  const lists = [...document.querySelectorAll('.rows')];
  return lists.map((list) => list.scrollWidth - list.parentElement.clientWidth).filter((more) => more > 1);
}

/** Runs in the page. */
function widthOf(): number {
  return document.documentElement.scrollWidth;
}
