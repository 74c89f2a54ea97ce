import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { useBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { createWorld, type World } from '../../support/world.ts';

const BODY = '{"event":"invoice.created","data":{"note":"</pre><script>document.title = \'x\'</script>"}}';

describe('the page of a sandbox inbox', () => {
  const { inBrowser, open } = useBrowser();
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  let world: World;
  let url: string;
  beforeAll(async () => {
    const log = pino({ level: 'trace' }, stream);
    world = await createWorld({ temporalAddress: '127.0.0.1:1', withWorker: false, log });
    const store = await world.createStore();
    ({ url } = await store.sandbox.create<{ url: string }>('/api/v1/sandbox/inboxes'));
  });
  afterAll(() => world?.stop());

  const post = () => fetch(url, { method: 'POST', body: BODY });

  inBrowser('shows what comes by itself, keeps what it shows, runs nothing of it, and can be read by all', async () => {
    const payer = await open({ language: 'en' });
    const { page } = payer;
    await page.goto(url);
    await page.getByText('Nothing has come yet').waitFor();
    await post();
    await page.getByRole('heading', { name: 'invoice.created' }).waitFor();
    expect(await page.locator('article pre').textContent()).toContain('<script>');
    expect(await page.title()).toBe('Webhook inbox');
    await page.getByText('Headers').click();
    expect(await payer.accessibilityProblems()).toEqual([]);
    if (process.env.INBOX_SCREENSHOT) await page.screenshot({ path: process.env.INBOX_SCREENSHOT, fullPage: true });

    await post();
    await page.getByRole('heading', { name: 'invoice.created' }).nth(1).waitFor();
    expect(await page.locator('article details[open]').count()).toBe(1);
    expect(await page.locator('article').nth(1).locator('details[open]').count()).toBe(1);
    expect(payer.complaints).toEqual([]);
  });

  inBrowser('is brought up to date without JavaScript too', async () => {
    const { page } = await open({ language: 'pt-BR', javaScript: false });
    await page.goto(url);
    const before = await page.locator('article').count();
    await post();
    await eventually(
      () => page.locator('article').count(),
      (count) => count === before + 1,
    );
  });

  test('is not named in the log, as its address is the key to it', async () => {
    await post();
    await fetch(url);
    const log = await eventually(
      () => lines.join(''),
      (text) => text.includes('"path":"/sandbox/inbox/…"'),
    );
    expect(log).not.toContain(url.split('/').at(-1));
  });
});
