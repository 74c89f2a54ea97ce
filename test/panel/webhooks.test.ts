import { describe, expect, test } from '@jest/globals';
import { deliverWebhook } from '../../src/webhooks/deliver-webhook.ts';
import { useApiWorld } from '../support/api-world.ts';
import { DESKTOP, useBrowser } from '../support/browser.ts';
import { useDeliveries } from '../support/deliveries.ts';
import type { PanelAnswer } from '../support/panel-client.ts';
import { signedIn } from '../support/panel-people.ts';
import type { TestStore } from '../support/world.ts';

const SECRET = /<code id="webhook-secret">(whsec_[^<]+)<\/code>/;

interface Shown {
  id: number;
  url: string;
  events: string[];
  description: string | null;
  enabled: boolean;
  previous_secret_expires_at: string | null;
}

/** Text as a reader sees it. */
function textOf({ html }: PanelAnswer): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');
}

describe('the webhooks of a store', () => {
  const world = useApiWorld();
  const deliveries = useDeliveries(world);
  const { inBrowser, open } = useBrowser();

  async function setUp(role: 'owner' | 'developer' | 'support' = 'owner', language: 'pt' | 'en' = 'en') {
    const store = await world.current.createStore();
    const browser = await signedIn(world.current, { companyId: store.companyId, role, language });
    const base = `/panel/stores/${store.companyId}/sandbox`;
    return { store, browser, base, webhookId: (await webhooksOf(store))[0]!.id };
  }
  const webhooksOf = async (store: TestStore) =>
    (await store.sandbox.get<{ data: Shown[] }>('/api/v1/webhooks')).body.data;
  const auditOf = (store: TestStore) =>
    world.current.database.query<{ action: string; subject: string; details: Record<string, unknown> }>(
      'select action, subject, details from audit_entries where company_id = $1 order by id',
      [store.companyId],
    );
  const orderedOf = (deliveryId: number) =>
    world.current.database.query('select 1 from outbox where delivery_id = $1', [deliveryId]);
  const statusOf = async (store: TestStore, deliveryId: number) =>
    (await store.sandbox.get<{ status: string }>(`/api/v1/deliveries/${deliveryId}`)).body.status;
  /** A delivery whose only attempt the receiver answers so. */
  async function attempted(store: TestStore, status: number): Promise<number> {
    const ids = await deliveries.pending(store);
    store.receiver.answerNext(status);
    await deliverWebhook(deliveries.deps, { ...ids, number: 1, retryAfter: () => null, attemptsAllowed: 9 });
    return ids.deliveryId;
  }

  describe('are created', () => {
    test.each(['owner', 'developer'] as const)('by an %s, with a secret that is shown once', async (role) => {
      const { store, browser, base } = await setUp(role);
      const answer = await browser.submit(`${base}/webhooks`, `${base}/webhooks`, {
        url: 'https://erp.example/hooks/secret-path',
        description: 'ERP',
        events: ['invoice.created', 'invoice.payment_confirmed'],
      });
      expect(answer.status).toBe(200);
      const secret = SECRET.exec(answer.html)?.[1];
      expect(secret).toMatch(/^whsec_/);
      const [created] = await webhooksOf(store);
      expect(created).toMatchObject({
        url: 'https://erp.example/hooks/secret-path',
        description: 'ERP',
        events: ['invoice.created', 'invoice.payment_confirmed'],
        enabled: true,
      });
      for (const path of [`${base}/webhooks`, `${base}/webhooks/${created!.id}`]) {
        const page = await browser.get(path);
        expect(page.html).toContain('https://erp.example/hooks/secret-path');
        expect(page.html).not.toContain(secret);
      }
      const [entry] = await auditOf(store);
      expect(entry).toMatchObject({
        action: 'createWebhook',
        subject: `webhook ${created!.id}`,
        details: { host: 'erp.example' },
      });
      expect(JSON.stringify(entry)).not.toMatch(/whsec_|secret-path/);
    });

    test('once when a form is sent twice', async () => {
      const { store, browser, base } = await setUp();
      const form = { _key: crypto.randomUUID(), url: 'https://erp.example/', events: '*' };
      expect((await browser.post(`${base}/webhooks`, form)).html).toMatch(SECRET);
      const again = await browser.post(`${base}/webhooks`, form);
      expect(again).toMatchObject({ status: 303, location: `${base}/webhooks?done=already` });
      expect(await webhooksOf(store)).toHaveLength(2);
    });

    test.each([
      ['sandbox', 'http://10.0.0.1/', 'This IP address is not public: it cannot be called.'],
      ['sandbox', 'https:/x', 'Give a full http or https address, like https://store.example/webhooks.'],
      ['sandbox', 'https://user:secret@store.example/', 'The address cannot have a user and password'],
      ['sandbox', '', 'Fill in this field.'],
      ['production', 'http://store.example/', 'In production only https; http in the sandbox only.'],
      ['production', 'https://store.example:9000/', 'In production only ports 443 and 8443;'],
    ])(
      'not in %s with the URL "%s": the problem stands beside it, and the rest stays',
      async (environment, url, problem) => {
        const { store, browser } = await setUp();
        const path = `/panel/stores/${store.companyId}/${environment}/webhooks`;
        const answer = await browser.submit(path, path, {
          url,
          description: 'ERP & <more>',
          events: 'invoice.refused',
        });
        expect(answer.status).toBe(422);
        expect(answer.html).toContain(`id="createWebhook-url-problem">${problem}`);
        expect(answer.html).toContain('value="ERP &amp; &lt;more&gt;"');
        expect(answer.html).toMatch(/name="events" value="invoice\.refused" checked/);
        expect(answer.html).not.toMatch(/name="events" value="invoice\.created" checked/);
        expect(await auditOf(store)).toEqual([]);
      },
    );

    test('not without events', async () => {
      const { browser, base } = await setUp();
      const answer = await browser.submit(`${base}/webhooks`, `${base}/webhooks`, { url: 'https://erp.example/' });
      expect(answer.status).toBe(422);
      expect(answer.html).toContain('id="createWebhook-events-problem">Choose at least one event.');
      expect(answer.html).toContain('value="https://erp.example/"');
    });

    test.each([
      ['', 'Fill in this field.'],
      ['ftp://x', 'Give a full http or https address'],
    ])('not without events and with the URL "%s": both are said at once', async (url, problem) => {
      const { browser, base } = await setUp();
      const answer = await browser.submit(`${base}/webhooks`, `${base}/webhooks`, { url });
      expect(answer.status).toBe(422);
      expect(answer.html).toContain(`id="createWebhook-url-problem">${problem}`);
      expect(answer.html).toContain('id="createWebhook-events-problem">Choose at least one event.');
    });
  });

  describe('are tried again', () => {
    test('as the page says in words and in times, and once after a minute when that is asked for', async () => {
      const { store, browser, base } = await setUp();
      const page = await browser.get(`${base}/webhooks`);
      expect(textOf(page)).toContain('Each delivery has up to 4 attempts');
      expect(textOf(page)).toMatch(/at once 5 mins? later 10 mins? later 15 mins? later/);
      expect(textOf(page)).toContain('Production and the sandbox each have their own');
      const answer = await browser.submit(`${base}/webhooks`, `${base}/webhooks/settings`, {
        retries: '1',
        ...{ interval: '1', interval_unit: 'minute', max_interval: '1', max_interval_unit: 'day' },
        strategy: 'fixed',
        alert_email: '',
      });
      expect(answer).toMatchObject({ status: 303, location: `${base}/webhooks?done=updateRetrySettings` });
      expect((await store.sandbox.get('/api/v1/webhook-settings')).body).toEqual({
        retries: 1,
        interval_seconds: 60,
        strategy: 'fixed',
        max_interval_seconds: 86_400,
        alert_email: null,
        alert_email_confirmed: false,
      });
      expect(await auditOf(store)).toMatchObject([
        { action: 'updateRetrySettings', details: { retries: 1, interval_seconds: 60 } },
      ]);
      expect(Object.keys((await auditOf(store))[0]!.details)).toEqual(['retries', 'interval_seconds']);
      const production = await browser.get(`/panel/stores/${store.companyId}/production/webhooks`);
      expect(textOf(production)).toMatch(/at once 5 mins later 10 mins later/);
    });

    test('at times that double up to the longest', async () => {
      const { browser, base } = await setUp();
      await browser.submit(`${base}/webhooks`, `${base}/webhooks/settings`, {
        retries: '4',
        ...{ interval: '30', interval_unit: 'minute', max_interval: '90', max_interval_unit: 'minute' },
        strategy: 'exponential',
        alert_email: 'ops@store.example',
      });
      const page = await browser.get(`${base}/webhooks`);
      expect(textOf(page)).toMatch(/at once 30 mins? later 1 hr? 30 mins? later 3 hrs? later 4 hrs? 30 mins? later/);
      expect(page.html).toContain('value="ops@store.example"');
    });

    test('as before when what was asked for is wrong: the problem stands beside the field, and the rest stays', async () => {
      const { store, browser, base } = await setUp();
      const answer = await browser.submit(`${base}/webhooks`, `${base}/webhooks/settings`, {
        retries: '31',
        ...{ interval: '0', interval_unit: 'minute', max_interval: '2', max_interval_unit: 'hour' },
        strategy: 'exponential',
        alert_email: 'nobody',
      });
      expect(answer.status).toBe(422);
      expect(answer.html).toContain('id="updateRetrySettings-retries-problem">The most is 30.');
      expect(answer.html).toContain('id="updateRetrySettings-interval-problem">The least is 1.');
      expect(answer.html).toContain('id="updateRetrySettings-alert_email-problem">Give an e-mail address');
      expect(answer.html).toContain('name="max_interval" value="2"');
      expect(answer.html).toMatch(/<option value="exponential" selected>/);
      expect((await store.sandbox.get('/api/v1/webhook-settings')).body).toMatchObject({
        retries: 3,
        alert_email: null,
      });
    });
  });

  describe('have a page each, on which they', () => {
    test('are changed and switched off, and on again', async () => {
      const { store, browser, base, webhookId } = await setUp();
      const path = `${base}/webhooks/${webhookId}`;
      const fields = { url: 'https://new.example/hook', description: '', events: ['*', 'invoice.created'] };
      const off = await browser.submit(path, path, fields);
      expect(off).toMatchObject({ status: 303, location: `${path}?done=updateWebhook` });
      expect((await webhooksOf(store))[0]).toMatchObject({
        url: 'https://new.example/hook',
        description: null,
        events: ['*'],
        enabled: false,
      });
      expect((await browser.get(path)).html).toContain('<span class="badge ">Off</span>');
      await browser.submit(path, path, { ...fields, enabled: 'on' });
      expect((await webhooksOf(store))[0]).toMatchObject({ enabled: true });
      expect(await auditOf(store)).toMatchObject([
        { action: 'updateWebhook', subject: `webhook ${webhookId}`, details: { enabled: false, host: 'new.example' } },
        { action: 'updateWebhook', details: { enabled: true } },
      ]);
    });

    test('stay as they were when what was asked for is wrong', async () => {
      const { store, browser, base, webhookId } = await setUp();
      const path = `${base}/webhooks/${webhookId}`;
      const before = await webhooksOf(store);
      const answer = await browser.submit(path, path, { url: 'ftp://x', description: 'kept', events: '*' });
      expect(answer.status).toBe(422);
      expect(answer.html).toContain(`id="updateWebhook-${webhookId}-url-problem">Give a full http or https address`);
      expect(answer.html).toContain('value="kept"');
      expect(await webhooksOf(store)).toEqual(before);
    });

    test('get a new secret, which signs beside the one before for as long as was chosen', async () => {
      const { store, browser, base, webhookId } = await setUp();
      const path = `${base}/webhooks/${webhookId}`;
      const answer = await browser.submit(path, `${path}/rotate-secret`, { overlap_hours: '2' });
      expect(answer.html).toMatch(SECRET);
      expect(answer.html).toContain('The secret before signs too until');
      const { previous_secret_expires_at: end } = (await webhooksOf(store))[0]!;
      const minutes = Math.round((Date.parse(end!) - Date.now()) / 60_000);
      expect(minutes).toBe(120);
      const page = await browser.get(path);
      expect(page.html).toContain('The secret before signs until');
      expect(page.html).not.toMatch(/whsec_[A-Za-z0-9+/]/);
      expect(await auditOf(store)).toMatchObject([{ action: 'rotateWebhookSecret', details: { overlap_hours: 2 } }]);
      const refused = await browser.submit(path, `${path}/rotate-secret`, { overlap_hours: '200' });
      expect(refused.status).toBe(422);
      expect(refused.html).toContain(`id="rotateWebhookSecret-${webhookId}-overlap_hours-problem">The most is 168.`);
    });

    test('are sent a test event', async () => {
      const { store, browser, base, webhookId } = await setUp();
      const answer = await browser.submit(`${base}/webhooks/${webhookId}`, `${base}/webhooks/${webhookId}/test`);
      expect(answer.status).toBe(303);
      const deliveryId = Number(/\/deliveries\/(\d+)\?done=testWebhook$/.exec(answer.location!)![1]);
      const page = await browser.get(answer.location!);
      expect(page.html).toContain('The test event is on its way.');
      expect(page.html).toContain('<code>webhook.test</code>');
      expect(await orderedOf(deliveryId)).toHaveLength(1);
      expect(await statusOf(store, deliveryId)).toBe('pending');
    });

    test('are deleted; the log of their deliveries stays', async () => {
      const { store, browser, base, webhookId } = await setUp();
      const deliveryId = await attempted(store, 500);
      const answer = await browser.submit(`${base}/webhooks/${webhookId}`, `${base}/webhooks/${webhookId}/delete`);
      expect(answer).toMatchObject({ status: 303, location: `${base}/webhooks?done=deleteWebhook` });
      expect(await webhooksOf(store)).toEqual([]);
      expect((await browser.get(`${base}/webhooks/${webhookId}`)).status).toBe(404);
      const page = await browser.get(`${base}/deliveries/${deliveryId}`);
      expect(textOf(page)).toMatch(/Webhook 127\.0\.0\.1:\d+ \(deleted\)/);
      expect(page.html).not.toContain('/redeliver"');
      const refused = await browser.post(`${base}/deliveries/${deliveryId}/redeliver`);
      expect(refused.status).toBe(409);
      expect(refused.html).toContain('The webhook of this delivery was deleted.');
      expect((await browser.get(`${base}/deliveries`)).html).toContain(`href="${base}/deliveries/${deliveryId}"`);
    });

    test('tell of their failures, and send everything again that failed since a moment of the store', async () => {
      const { store, browser, base, webhookId } = await setUp('developer');
      const failed = [await attempted(store, 500), await attempted(store, 503)];
      const path = `${base}/webhooks/${webhookId}`;
      const page = await browser.get(path);
      expect(page.html).toContain('<span class="badge warn">Failing</span>');
      expect(textOf(page)).toContain('answered 503');
      expect(textOf(page)).toContain('still failing');

      const wrong = await browser.submit(path, `${path}/redeliver`, { since: '2026-02-30T10:00' });
      expect(wrong.status).toBe(422);
      expect(wrong.html).toContain(`id="redeliverFailed-${webhookId}-since-problem">Give a date that exists.`);

      const later = await browser.submit(path, `${path}/redeliver`, { since: '9999-01-01T00:00' });
      expect(later.status).toBe(303);
      expect(await statusOf(store, failed[0]!)).toBe('failed');
      const since = /name="since" value="([^"]+)"/.exec(page.html)![1]!;
      const answer = await browser.submit(path, `${path}/redeliver`, { since });
      expect(answer.location).toBe(`${path}/deliveries?status=pending&done=redeliverFailed`);
      for (const id of failed) expect(await statusOf(store, id)).toBe('pending');
      for (const id of failed) expect(await orderedOf(id)).toHaveLength(1);
      const log = await browser.get(answer.location!);
      expect(log.html).toContain('What failed is on its way again');
      for (const id of failed) expect(log.html).toContain(`href="${base}/deliveries/${id}"`);
      expect((await auditOf(store)).at(-1)).toMatchObject({ action: 'redeliverFailed', details: { count: 2 } });
    });
  });

  describe('have a log of deliveries, which', () => {
    test('is narrowed to a state and an event', async () => {
      const { store, browser, base, webhookId } = await setUp();
      const delivered = await attempted(store, 200);
      const failed = await attempted(store, 500);
      const linkTo = (id: number) => `href="${base}/deliveries/${id}"`;
      for (const path of [`${base}/webhooks/${webhookId}/deliveries`, `${base}/deliveries`]) {
        const all = await browser.get(path);
        expect(all.html).toContain(linkTo(delivered));
        expect(all.html).toContain(linkTo(failed));
        const narrowed = await browser.get(`${path}?status=failed&event=`);
        expect(narrowed.html).not.toContain(linkTo(delivered));
        expect(narrowed.html).toContain(linkTo(failed));
        expect(narrowed.html).toMatch(/<option value="failed" selected>/);
        const none = await browser.get(`${path}?status=failed&event=invoice.refunded`);
        expect(none.html).toContain('No deliveries.');
        const wrong = await browser.get(`${path}?status=lost`);
        expect(wrong.status).toBe(422);
        expect(wrong.html).toContain('id="filter-status-problem">Choose one of the options.');
        const first = await browser.get(`${path}?limit=1`);
        const older = /<a rel="next" href="([^"]+)"/.exec(first.html)![1]!.replaceAll('&amp;', '&');
        expect(first.html).not.toContain(linkTo(delivered));
        expect((await browser.get(older)).status).toBe(200);
      }
    });

    test('has every attempt as it went, and sends one again', async () => {
      const { store, browser, base } = await setUp();
      store.receiver.behave((response) => {
        response.writeHead(500, { 'X-Why': '<b>broken</b>', 'Content-Type': 'text/html' });
        response.end('<script>alert(1)</script> no disk');
      });
      const deliveryId = await attempted(store, 500);
      store.receiver.behave(null);
      const path = `${base}/deliveries/${deliveryId}`;
      const page = await browser.get(path);
      const { headers, body } = store.receiver.received.at(-1)!;
      expect(page.html).toContain('Attempt 1');
      expect(page.html).toContain('<span class="badge">500</span>');
      expect(textOf(page)).toContain(headers['x-service-signature']);
      expect(textOf(page)).toContain(headers['webhook-id']);
      expect(textOf(page)).toContain(body.replace(/\s+/g, ' '));
      expect(page.html).toContain('x-why: &lt;b&gt;broken&lt;/b&gt;');
      expect(page.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; no disk');
      expect(page.html).not.toContain('<script>alert');
      expect(textOf(page)).toMatch(/Duration [\d,]+ ms/);
      expect(textOf(page)).toContain('answered 500');
      // It has ended: there is nothing to wait for.
      expect(page.html).not.toContain('hx-trigger="every 5s"');

      const answer = await browser.submit(path, `${path}/redeliver`);
      expect(answer).toMatchObject({ status: 303, location: `${path}?done=redeliver` });
      expect(await statusOf(store, deliveryId)).toBe('pending');
      expect(await orderedOf(deliveryId)).toHaveLength(1);
      const again = await browser.post(`${path}/redeliver`);
      expect(again.status).toBe(409);
      expect(again.html).toContain('This delivery is still on its way');
      expect(await auditOf(store)).toMatchObject([{ action: 'redeliver', subject: `delivery ${deliveryId}` }]);
    });

    test('refreshes the page of one on its way, when there is something new', async () => {
      const { store, browser, base } = await setUp();
      const ids = await deliveries.pending(store);
      const page = await browser.get(`${base}/deliveries/${ids.deliveryId}`);
      const refresh = /<div id="delivery"[^>]* hx-get="([^"]+)" hx-trigger="every 5s" [^>]*hx-select="#delivery"/.exec(
        page.html,
      )![1]!;
      expect(textOf(page)).toContain('No attempts yet.');
      expect(await browser.get(refresh)).toMatchObject({ status: 204, html: '' });
      store.receiver.answerNext(500);
      await deliverWebhook(deliveries.deps, { ...ids, number: 1, retryAfter: () => 300, attemptsAllowed: 9 });
      const second = await browser.get(refresh);
      expect(second.status).toBe(200);
      expect(textOf(second)).toContain('Attempt 1 Failed 500');
      expect(textOf(second)).toContain('Next attempt');
      expect(second.html).toContain('hx-trigger="every 5s"');
      await deliverWebhook(deliveries.deps, { ...ids, number: 2, retryAfter: () => null, attemptsAllowed: 9 });
      const third = await browser.get(refresh);
      expect(textOf(third)).toContain('Attempt 2 Succeeded 200');
      expect(third.html).not.toContain('hx-trigger="every 5s"');
    });
  });

  inBrowser('have a log that is narrowed in place, and a page of a delivery that refreshes itself', async () => {
    const { store, browser, base } = await setUp();
    const failed = await attempted(store, 500);
    const waiting = await deliveries.pending(store);
    const { page, context, complaints } = await open({ viewport: DESKTOP, language: 'en' });
    const [name, value] = browser.cookie!.split('=') as [string, string];
    await context.addCookies([{ name, value, url: world.current.baseUrl }]);

    await page.goto(`${world.current.baseUrl}${base}/deliveries`);
    const rows = page.locator('#list tbody tr');
    expect(await rows.count()).toBe(2);
    await page.getByLabel('State').selectOption('failed');
    await page.waitForURL(/status=failed/);
    await page.getByRole('link', { name: `Delivery ${waiting.deliveryId}` }).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(1);
    await page.getByRole('link', { name: `Delivery ${failed}` }).waitFor();

    await page.goto(`${world.current.baseUrl}${base}/deliveries/${waiting.deliveryId}`);
    await page.getByText('No attempts yet.').waitFor();
    await deliverWebhook(deliveries.deps, { ...waiting, number: 1, retryAfter: () => null, attemptsAllowed: 9 });
    await page.getByText('Attempt 1').waitFor();
    expect(await page.getByText('This part refreshes itself').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('are read by support, in Portuguese, without a form; each act is refused', async () => {
    const { store, browser, base, webhookId } = await setUp('support', 'pt');
    const deliveryId = await attempted(store, 500);
    const before = await webhooksOf(store);
    const pages = [
      '/webhooks',
      `/webhooks/${webhookId}`,
      `/webhooks/${webhookId}/deliveries`,
      '/deliveries',
      `/deliveries/${deliveryId}`,
    ];
    for (const page of pages) {
      const { status, html } = await browser.get(base + page);
      expect(status).toBe(200);
      expect(html).not.toContain(`method="post" action="${base}`);
      expect(html).toMatch(/Falh(ando|ou)/);
    }
    const acts = [
      '/webhooks',
      '/webhooks/settings',
      ...['', '/test', '/rotate-secret', '/redeliver', '/delete'].map((act) => `/webhooks/${webhookId}${act}`),
      `/deliveries/${deliveryId}/redeliver`,
    ];
    for (const act of acts) expect((await browser.post(base + act)).status).toBe(403);
    expect(await webhooksOf(store)).toEqual(before);
    expect(await statusOf(store, deliveryId)).toBe('failed');
    expect(await auditOf(store)).toEqual([]);
  });

  test('webhooks of another store or environment do not exist', async () => {
    const { store, browser, base } = await setUp();
    const other = await setUp();
    const foreign = await attempted(other.store, 500);
    const own = await attempted(store, 500);
    const elsewhere = `/panel/stores/${store.companyId}/production`;
    const [ownWebhook] = await webhooksOf(store);
    const places = [
      { base, webhookId: other.webhookId, deliveryId: foreign },
      { base: elsewhere, webhookId: ownWebhook!.id, deliveryId: own },
    ];
    const form = { url: 'https://x.example/', events: '*', overlap_hours: '0', since: '2020-01-01T00:00' };
    const before = [await webhooksOf(store), await webhooksOf(other.store)];
    for (const { base, webhookId, deliveryId } of places) {
      const paths = [`/webhooks/${webhookId}`, `/webhooks/${webhookId}/deliveries`, `/deliveries/${deliveryId}`];
      for (const path of paths) expect((await browser.get(base + path)).status).toBe(404);
      const acts = ['', '/test', '/rotate-secret', '/redeliver', '/delete'].map(
        (act) => `/webhooks/${webhookId}${act}`,
      );
      for (const act of [...acts, `/deliveries/${deliveryId}/redeliver`]) {
        expect((await browser.post(base + act, form)).status).toBe(404);
      }
    }
    expect([await webhooksOf(store), await webhooksOf(other.store)]).toEqual(before);
    expect(await statusOf(other.store, foreign)).toBe('failed');
    expect(await statusOf(store, own)).toBe('failed');
    const html =
      (await browser.get(`${elsewhere}/deliveries`)).html + (await browser.get(`${elsewhere}/webhooks`)).html;
    expect(html).not.toContain(`/deliveries/${own}"`);
    expect(html).not.toContain(store.receiver.url);
  });
});
