import { readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { useApiWorld } from '../support/api-world.ts';
import { openPanel, type PanelBrowser } from '../support/panel-client.ts';
import { signedIn } from '../support/panel-people.ts';
import type { TestStore } from '../support/world.ts';

/** The length is one that no other file of this machine is likely to have. */
const LENGTH = 1_234_567;

/** The files that uploads of this test left. */
function leftovers(): string[] {
  return readdirSync(tmpdir()).filter((name) => {
    const file = statSync(join(tmpdir(), name), { throwIfNoEntry: false });
    return file?.isFile() && file.size === LENGTH;
  });
}

describe('a file that is sent to the panel', () => {
  const world = useApiWorld();

  async function send(browser: PanelBrowser, { companyId }: TestStore, parts: [string, Blob][]) {
    const body = new FormData();
    const token = browser.cookie
      ? /name="_csrf" value="([^"]+)"/.exec((await browser.get('/panel/account')).html)
      : null;
    body.set('_csrf', token?.[1] ?? '');
    body.set('name', 'Padaria');
    for (const [name, content] of parts) body.append(name, content, 'logo.png');
    return fetch(`${world.current.baseUrl}/panel/stores/${companyId}/sandbox/settings/brand`, {
      method: 'POST',
      body,
      headers: { 'Sec-Fetch-Site': 'same-origin', ...(browser.cookie && { Cookie: browser.cookie }) },
      redirect: 'manual',
    });
  }
  const file = new Blob([new Uint8Array(LENGTH)]);

  test('is not left on the disk, whoever sent it and whatever became of it', async () => {
    const store = await world.current.createStore();
    const elsewhere = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    const senders: [PanelBrowser, number][] = [
      [openPanel(world.current), 303],
      [await signedIn(world.current, { companyId: store.companyId, role: 'support' }), 403],
      [await signedIn(world.current, { companyId: elsewhere.companyId }), 404],
      [owner, 422],
    ];
    for (const [browser, status] of senders) {
      expect((await send(browser, store, [['logo', file]])).status).toBe(status);
    }
    expect(leftovers()).toEqual([]);
  });

  test.each([
    ['is refused when it is larger than two megabytes', [['logo', new Blob([new Uint8Array(2_100_000)])]], 413],
    [
      'is refused beside others',
      [
        ['logo', file],
        ['logo', file],
      ],
      413,
    ],
  ] as [string, [string, Blob][], number][])('%s', async (_, parts, status) => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    expect((await send(owner, store, parts)).status).toBe(status);
    // The writer removes the file that was being written, and the answer does not wait for that.
    await eventually(leftovers, (left) => left.length === 0);
  });

  test('in parts that cannot be read is told so', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    const answer = await fetch(`${world.current.baseUrl}/panel/stores/${store.companyId}/sandbox/settings/brand`, {
      method: 'POST',
      body: '--x\r\nnothing of the kind',
      headers: {
        'Content-Type': 'multipart/form-data; boundary=x',
        'Sec-Fetch-Site': 'same-origin',
        Cookie: owner.cookie!,
      },
    });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('malformed_form')]);
  });
});
