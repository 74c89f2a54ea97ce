import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect } from '@jest/globals';
import { setBrand } from '../../src/accounts/companies/set-brand.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { DESKTOP, PHONE, useBrowser, type Payer } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { DAY, HOUR, useSkippedTimeWorld } from '../support/skipped-time.ts';
import { readSubscription, subscribe, untilQuiet, type SubscriptionBody } from '../support/subscriptions.ts';
import type { TestStore } from '../support/world.ts';

const SCREENSHOTS = join(import.meta.dirname, '../../docs/screenshots');
const LIMIT_BYTES = 60_000;

/** Each page that a payer can come to, with its heading and how an invoice gets there. */
const PAGES = {
  expired: 'O prazo para pagar terminou',
  overdue: 'Boleto vencido',
  'pix-preparing': 'Preparando o pagamento',
  pix: 'Pague com Pix',
  'pix-refused': 'Pagamento recusado',
  'pix-authorizes': 'Pague com Pix',
  'pix-debited': 'Débito automático agendado',
  authorization: 'Autorize o Pix Automático',
  boleto: 'Pague o boleto',
  'boleto-with-pix': 'Pague o boleto',
  card: 'Pague com cartão',
  'card-subscription': 'Pague com cartão',
  'card-save': 'Pague com cartão',
  'pix-choice': 'Pague com Pix',
  'card-choice': 'Pague com cartão',
  link: 'Curso de pão caseiro',
  'card-refused': 'O pagamento não foi aprovado',
  'card-processing': 'Processando o pagamento',
  'card-second-step': 'Confirme com o seu banco',
  'bank-second-step': 'Banco de teste: confirme a compra',
  paid: 'Pagamento confirmado',
  refunded: 'Pagamento devolvido em parte',
  canceled: 'Cobrança cancelada',
  unknown: 'Página não encontrada',
} as const;
type PageName = keyof typeof PAGES;

describe('every page of the checkout', () => {
  const { inBrowser, open } = useBrowser();
  const world = useSkippedTimeWorld();
  let store: TestStore;
  const addresses = {} as Record<PageName, string>;

  beforeAll(async () => {
    store = await world.current.createStore();
    await brand(await drawLogo(await open()));
    const { sandbox } = store;
    const make = async (name: PageName, fields: Record<string, unknown>): Promise<number> => {
      const { id, checkout_hash: hash } = await store.createInvoice({ description: 'Pedido 1042', ...fields });
      addresses[name] = `${world.current.baseUrl}/checkout/${hash}`;
      return id;
    };
    const reaches = (id: number, status: string) =>
      eventually(
        () => sandbox.invoice(id),
        (invoice) => invoice.status === status,
      );
    const submit = (id: number, token: string) =>
      sandbox.create(`/api/v1/invoices/${id}/payments`, { card_token: token });
    const decide = (id: number, outcome: 'confirmed' | 'refused') =>
      sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome });
    const inDays = async (days: number): Promise<string> =>
      new Date((await world.current.now()).getTime() + days * DAY).toISOString().slice(0, 10);

    const payer = { name: 'Ana Souza', email: 'ana@example.com', document: '11144477735' };
    const { id: payerId } = await sandbox.create<{ id: number }>('/api/v1/customers', payer);
    const agree = async (fields: Record<string, unknown> = {}): Promise<SubscriptionBody> => {
      const { id } = await subscribe(store, { customer_id: payerId, payment_method: 'pix_automatic', ...fields });
      return eventually(
        () => readSubscription(store, id),
        ({ authorization }) => authorization?.status === 'pending',
      );
    };
    const pageOf = async ({ latest_cycle: cycle }: SubscriptionBody): Promise<string> =>
      `${world.current.baseUrl}/checkout/${(await sandbox.invoice(cycle!.invoice_id)).checkout_hash}`;
    const debited = await agree({ trial_days: 9 });
    await sandbox.create(`/api/v1/sandbox/subscriptions/${debited.id}/authorization`, { outcome: 'authorized' });
    await untilQuiet(world.current);

    const expired = await make('expired', {});
    const fine = { fine: { type: 'percentage', value: 2 }, interest: { type: 'percentage', value: 0.1 } };
    const overdue = await make('overdue', { payment_method: 'boleto', due_date: await inDays(2), ...fine });
    await Promise.all([expired, overdue].map((id) => reaches(id, 'pending')));
    await world.current.advance(6 * DAY, 12 * HOUR);
    await reaches(expired, 'abandoned');
    await reaches(overdue, 'overdue');

    await untilQuiet(world.current);
    addresses['pix-debited'] = await pageOf(await readSubscription(store, debited.id));
    addresses['pix-authorizes'] = await pageOf(await agree());
    addresses.authorization = (await agree({ trial_days: 30 })).authorization_url!;
    await reaches(await make('pix', { discount: { type: 'fixed', value: 10 } }), 'pending');
    const refused = await make('pix-refused', {});
    for (let times = 0; times < 5; times += 1) await decide(refused, 'refused');
    await reaches(await make('boleto', { payment_method: 'boleto', due_date: await inDays(5) }), 'pending');
    const setPix = 'update companies set boleto_with_pix = $2 where id = $1';
    await world.current.database.query(setPix, [store.companyId, true]);
    await reaches(await make('boleto-with-pix', { payment_method: 'boleto' }), 'pending');
    await untilQuiet(world.current);
    await world.current.database.query(setPix, [store.companyId, false]);
    await make('card', { payment_method: 'card', installments: 6 });
    const methods = { payment_method: 'pix', payment_methods: ['pix', 'boleto', 'card'], installments: 3 };
    await reaches(await make('pix-choice', methods), 'pending');
    addresses['card-choice'] = `${addresses['pix-choice']}?method=card`;
    const selling = { name: 'Curso de pão caseiro', amount: 180, payment_method: 'pix', accepts_coupons: true };
    addresses.link = (await sandbox.create<{ url: string }>('/api/v1/payment-links', selling)).url;
    const fixed = { type: 'fixed', value: 15 };
    await sandbox.create('/api/v1/coupons', { code: 'BEMVINDO', discount: fixed });
    await make('card-save', { payment_method: 'card', offer_card_saving: true, coupon: 'bemvindo' });
    const subscription = await subscribe(store, { card_token: null, description: 'Plano mensal' });
    const { checkout_hash: hash } = await sandbox.invoice(subscription.latest_cycle!.invoice_id);
    addresses['card-subscription'] = `${world.current.baseUrl}/checkout/${hash}`;
    const cardRefused = await make('card-refused', { payment_method: 'card' });
    await submit(cardRefused, 'tok_insufficient_funds');
    await reaches(cardRefused, 'refused');
    const processing = await make('card-processing', { payment_method: 'card' });
    await submit(processing, 'tok_undecided');
    await reaches(processing, 'pending');
    const secondStep = await make('card-second-step', { payment_method: 'card' });
    await submit(secondStep, 'tok_second_step');
    const { card } = await reaches(secondStep, 'pending');
    addresses['bank-second-step'] = (card as unknown as { next_action_url: string }).next_action_url;
    const paid = await make('paid', { payment_method: 'card' });
    await submit(paid, 'tok_approved');
    await reaches(paid, 'paid');
    const refunded = await make('refunded', {});
    await decide(refunded, 'confirmed');
    await sandbox.create(`/api/v1/invoices/${refunded}/refunds`, { amount: 40 });
    await reaches(refunded, 'partially_refunded');
    await sandbox.create(`/api/v1/invoices/${await make('canceled', {})}/cancel`);
    addresses.unknown = `${world.current.baseUrl}/checkout/${'A'.repeat(24)}`;
    // Without a worker a code stays on its way.
    await world.current.stopWorker();
    await make('pix-preparing', {});
  }, 120_000);

  async function brand(logo: Buffer): Promise<void> {
    const orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1 });
    const now = await world.current.now();
    await setBrand(orm.em.fork(), { companyId: store.companyId, changes: { color: '#8a3324', logo }, now });
    await orm.close();
  }

  for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    inBrowser.each(Object.keys(PAGES) as PageName[])(
      `%s on a ${device}: usable by all, light, still, and alone`,
      async (name) => {
        await world.current.database.query('delete from rate_limit_counters');
        const payer = await open({ viewport });
        const { page } = payer;
        await page.goto(addresses[name]);
        await payer.reads(PAGES[name]);
        await page.waitForLoadState('load');
        await settle(payer);

        expect(await payer.accessibilityProblems()).toEqual([]);
        await payer.page.emulateMedia({ colorScheme: 'dark' });
        expect(await payer.accessibilityProblems(['color-contrast'])).toEqual([]);
        await payer.page.emulateMedia({ colorScheme: null });
        expect(await payer.layoutShift()).toBe(0);
        // A page that is not there is not loaded, which the browser remarks on.
        const expected = name === 'unknown' ? [/404/] : [];
        expect(payer.complaints).toHaveLength(expected.length);
        const hosts = new Set(payer.requests.map((request) => new URL(request.url()).origin));
        expect([...hosts]).toEqual([world.current.baseUrl]);
        expect(await page.evaluate(widthOf)).toBeLessThanOrEqual(viewport.width);
        const bytes = await weigh(payer);
        expect(bytes).toBeLessThan(LIMIT_BYTES);
        if (process.env.UPDATE_SCREENSHOTS === '1') {
          mkdirSync(SCREENSHOTS, { recursive: true });
          await page.screenshot({ path: join(SCREENSHOTS, `${name}-${viewport.width}.png`), fullPage: true });
          process.stdout.write(`${name} on a ${device}: ${bytes} bytes over the wire\n`);
        }
        await page.close();
      },
    );
  }

  inBrowser('every page fits a screen of 320 px', async () => {
    const { page } = await open({ viewport: { width: 320, height: 568 } });
    const widths: Record<string, number> = {};
    for (const [name, address] of Object.entries(addresses)) {
      await page.goto(address);
      widths[name] = await page.evaluate(widthOf);
    }
    expect(Object.entries(widths).filter(([, width]) => width > 320)).toEqual([]);
  });

  inBrowser('a page is read and paid with before any of its scripts arrives', async () => {
    const { page } = await open();
    await page.route('**/*.js*', () => undefined);
    await page.goto(addresses.pix, { waitUntil: 'commit' });
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    expect(await page.getByLabel('Código Pix copia e cola').inputValue()).toMatch(/^000201/);
    await page.goto(addresses.boleto, { waitUntil: 'commit' });
    expect(await page.getByRole('link', { name: /Baixar boleto/ }).isEnabled()).toBe(true);
    await page.goto(addresses.card, { waitUntil: 'commit' });
    expect(await page.getByRole('button', { name: /Pagar/ }).isEnabled()).toBe(false);
  });
});

/** Files that a page asks for after it was loaded have arrived too, and nothing moves any more. */
async function settle({ page }: Payer): Promise<void> {
  await page.waitForTimeout(300);
}

/** Headers and bodies of all that came over the wire, the open stream aside. */
async function weigh({ requests }: Payer): Promise<number> {
  const finished = requests.filter((request) => !request.url().endsWith('/events'));
  const sizes = await Promise.all(finished.map((request) => request.sizes()));
  return sizes.reduce(
    (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
    0,
  );
}

/** A picture such as a store would have, drawn by the browser. */
async function drawLogo({ page }: Payer): Promise<Buffer> {
  await page.setViewportSize({ width: 176, height: 96 });
  await page.setContent(
    `<svg xmlns="http://www.w3.org/2000/svg" style="position:fixed;inset:0" viewBox="0 0 176 96"><g fill="#8a3324">
       <path d="M88 6l11 26 28 2-22 18 7 28-24-15-24 15 7-28-22-18 28-2z"/></g></svg>`,
  );
  return page.screenshot();
}

declare const document: { documentElement: { scrollWidth: number } };

/** Runs in the page. */
function widthOf(): number {
  return document.documentElement.scrollWidth;
}
