import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { REFRESH_HEADER } from '../../src/panel/identify.ts';
import { IDLE_MS } from '../../src/accounts/people/sessions.ts';
import { useApiWorld } from '../support/api-world.ts';
import { useBrowser } from '../support/browser.ts';
import { signedIn } from '../support/panel-people.ts';
import type { TestStore } from '../support/world.ts';

const TEMPLATES = join(import.meta.dirname, '../../src/panel');
const REFRESH = { [REFRESH_HEADER]: '1' };
const HOUR_MS = 3_600_000;

describe('a page that refreshes by itself', () => {
  const world = useApiWorld();
  const { inBrowser, open } = useBrowser();
  let store: TestStore;
  let page: string;
  beforeAll(async () => {
    store = await world.current.createStore();
    page = `/panel/stores/${store.companyId}/sandbox/settings`;
  });

  type Reader = Awaited<ReturnType<typeof signedIn>>;
  const reader = () => signedIn(world.current, { companyId: store.companyId });
  async function idleFor(person: Reader, ms: number): Promise<Date> {
    const since = new Date(Date.now() - ms);
    const { database } = world.current;
    await database.query('update person_sessions set last_seen_at = $1 where person_id = $2', [since, person.personId]);
    return since;
  }
  async function lastSeen(person: Reader): Promise<Date> {
    const [row] = await world.current.database.query<{ last_seen_at: Date }>(
      'select last_seen_at from person_sessions where person_id = $1',
      [person.personId],
    );
    return row!.last_seen_at;
  }

  test('does not keep a session that nobody uses; a click does', async () => {
    const person = await reader();
    const since = await idleFor(person, 11 * HOUR_MS);
    expect((await person.get(page, REFRESH)).status).toBe(200);
    expect(await lastSeen(person)).toEqual(since);
    expect((await person.get(page)).status).toBe(200);
    expect((await lastSeen(person)).getTime()).toBeGreaterThan(Date.now() - HOUR_MS);
  });

  test('is signed out after twelve hours without a click', async () => {
    const person = await reader();
    await idleFor(person, IDLE_MS + 60_000);
    const answer = await person.get(page, REFRESH);
    expect(answer.html).not.toContain('id="use-card"');
    expect(answer.status).not.toBe(200);
  });

  inBrowser('says of its timer’s requests, and of no others, that they are its timer’s', async () => {
    const person = await reader();
    const [name = '', value = ''] = person.cookie!.split('=');
    const browser = await open();
    await browser.context.addCookies([{ name, value, url: world.current.baseUrl }]);
    await browser.page.goto(world.current.baseUrl + page);
    const since = await idleFor(person, 11 * HOUR_MS);
    const response = await browser.page.waitForResponse((one) => one.request().headers()['hx-request'] === 'true');
    expect(response.request().headers()[REFRESH_HEADER.toLowerCase()]).toBe('1');
    await response.finished();
    expect(await lastSeen(person)).toEqual(since);
    const asked = browser.requests.filter((one) => one.headers()['hx-request'] !== 'true');
    expect(asked.map((one) => one.headers()[REFRESH_HEADER.toLowerCase()])).toEqual(asked.map(() => undefined));
    expect(browser.complaints).toEqual([]);
  });

  const timed = readdirSync(TEMPLATES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.eta'))
    .flatMap((name) => {
      const tags = readFileSync(join(TEMPLATES, name), 'utf8').split(/<(?=[a-z][a-z0-9]*\s)/);
      return tags.filter((tag) => tag.includes('every ')).map((tag) => [name, tag] as const);
    });
  test('is known in every template that has a timer', () => {
    expect(timed.map(([name]) => name).sort()).toEqual([
      'clock/clock.eta',
      'invoices/invoice.eta',
      'platform/health.eta',
      'settings/use.eta',
      'webhooks/delivery.eta',
    ]);
  });
  test.each(timed)('%s marks the requests of its timer', (_name, tag) => {
    expect(tag).toContain(`hx-headers='{"${REFRESH_HEADER}":"1"}'`);
  });
});
