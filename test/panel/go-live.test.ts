import { describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import { signedIn } from '../support/panel-people.ts';

describe('the way to production', () => {
  const world = useApiWorld();
  const text = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  const enter = async () => {
    const { companyId } = await world.current.createStore();
    const browser = await signedIn(world.current, { companyId, language: 'en' });
    const at = (path: string) => `/panel/stores/${companyId}/production${path}`;
    return { companyId, browser, at };
  };

  test('begins with the gateway of each method, and links each step to its place', async () => {
    const { browser, at } = await enter();
    const { html } = await browser.get(at('/go-live'));
    expect(text(html)).toContain('No gateway collects for the store yet');
    expect(text(html)).toMatch(/Collect by Pix Needs a gateway Collect by Boleto Needs a gateway Collect by Card/);
    const places = ['/settings/gateway', '/settings', '/tokens', '/webhooks', '/invoices/new'].map((path) => at(path));
    for (const place of [...places, '/panel/account/second-factor']) {
      expect(html).toContain(`href="${place}"`);
      expect((await browser.get(place)).status).toBe(200);
    }
  });

  test('goes on with each step that is done, and the overview says how far it is', async () => {
    const { companyId, browser, at } = await enter();
    const progress = async () =>
      /(\d+) of (\d+) are ready/.exec(text((await browser.get(at('/go-live'))).html))!.slice(1);
    const [before, all] = (await progress()).map(Number);
    await browser.submit(at('/webhooks'), at('/webhooks'), { url: 'https://store.example/hooks', events: '*' });
    await world.current.database.query(
      `update companies set beneficiary_name = 'Padaria Estrela Ltda', document = '11222333000181' where id = $1`,
      [companyId],
    );
    expect(await progress()).toEqual([String(before! + 2), String(all)]);
    expect(text((await browser.get(at(''))).html)).toContain('The store does not collect in production yet');
    await world.current.database.query(
      `insert into gateway_accounts (company_id, environment, gateway, account_id, display_name, methods, collects,
         settings, secrets, secret_ends, checked_at, created_at, updated_at)
       values ($1, 'production', 'stripe', 'acct_1', 'Padaria', '["card"]', '{card}', '{}', '', '{}', now(), now(), now())`,
      [companyId],
    );
    expect(await progress()).toEqual([String(before! + 3), String(all)]);
    const overview = text((await browser.get(at(''))).html);
    expect(overview).toContain(`Production: ${before! + 3} of ${all} steps are done.`);
  });

  test('of a sandbox is that of its production', async () => {
    const { browser, at } = await enter();
    const { location } = await browser.get(at('/go-live').replace('/production', '/sandbox'));
    expect(location).toBe(at('/go-live'));
  });
});
