import { describe, expect, test } from '@jest/globals';
import { describedApi } from '../../../src/app/described-api.ts';
import { useApiWorld } from '../../support/api-world.ts';

const ASSETS: [string, string][] = [
  ['/docs', 'text/html'],
  ['/docs/page.js', 'text/javascript'],
  ['/docs/page.css', 'text/css'],
  ['/docs/favicon.png', 'image/png'],
  ['/docs/swagger-ui.css', 'text/css'],
  ['/docs/swagger-ui-bundle.js', 'text/javascript'],
];

describe('the reference page', () => {
  const world = useApiWorld();
  const get = (path: string, init: RequestInit = {}) =>
    fetch(`${world.current.baseUrl}${path}`, { redirect: 'manual', ...init });

  test('is told in short to language models, with every call and event', async () => {
    const answer = await get('/llms.txt');
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const lines = (await answer.text()).split('\n');
    expect(lines).toEqual(expect.arrayContaining(['# Fatura API', '- `POST /api/v1/invoices`: Create an invoice']));
    const { operations, webhooks } = describedApi;
    expect(lines.filter((line) => line.startsWith('- `'))).toHaveLength(operations.length + webhooks.length);
    expect(lines.join('\n')).toContain(`(${world.current.baseUrl}/api/v1/openapi.json)`);
  });

  test('is where the root leads, for GET only', async () => {
    const root = await get('/');
    expect([root.status, root.headers.get('Location')]).toEqual([302, '/docs']);
    expect((await get('/', { method: 'POST' })).status).toBe(405);
  });

  test.each(ASSETS)(
    '%s may load and call only this process, and costs nothing when it is unchanged',
    async (path, type) => {
      const first = await get(path);
      expect([first.status, first.headers.get('Content-Type')?.split(';')[0]]).toEqual([200, type]);
      expect((await first.arrayBuffer()).byteLength).toBeGreaterThan(0);
      expect(first.headers.get('X-Content-Type-Options')).toBe('nosniff');
      const policy = first.headers.get('Content-Security-Policy')!.split('; ');
      expect(policy).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]);
      // Unless told otherwise, fetch asks caches on the way not to answer with "unchanged".
      const headers = { 'If-None-Match': first.headers.get('ETag')!, 'Cache-Control': 'max-age=0' };
      const again = await get(path, { headers });
      expect([again.status, await again.text()]).toEqual([304, '']);
    },
  );

  test('names no other host, has no inline script or style, and every file that it names is there', async () => {
    const page = await (await get('/docs')).text();
    const script = await (await get('/docs/page.js')).text();
    expect(page + script).not.toMatch(/(https?:)?\/\/\w/);
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
    const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g), ...script.matchAll(/url: '([^']+)'/g)];
    const paths = named.map(([, path]) => path!);
    expect(paths).toContain('/api/v1/openapi.json');
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 200]);
  });

  test('calls the process that it was opened at: the first server of its document is relative', async () => {
    const { servers } = (await (await get('/api/v1/openapi.json')).json()) as { servers: { url: string }[] };
    expect(servers.map(({ url }) => url)).toEqual(['/', world.current.config.publicUrl]);
  });

  test.each(['/docs/package.json', '/docs/..%2fpackage.json', '/docs/%2e%2e/swagger-ui.js', '/docs/swagger-ui.js.map'])(
    'serves nothing beside it: %s',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'route_not_found']);
    },
  );
});
