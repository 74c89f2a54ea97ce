import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Fatura } from '../../../client/index.ts';
import { describedApi } from '../../../src/app/described-api.ts';
import { docsTexts } from '../../../src/app/docs/docs-texts.ts';
import { useApiWorld } from '../../support/api-world.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

describe('the documentation', () => {
  const world = useApiWorld();
  const get = (path: string, init: RequestInit = {}) =>
    fetch(`${world.current.baseUrl}${path}`, { redirect: 'manual', ...init });

  /** Every page that a reader can reach from the two first ones, with its text. */
  async function crawl(): Promise<Map<string, string>> {
    const pages = new Map<string, string>();
    const waiting = ['/docs/en', '/docs/pt'];
    for (let path = waiting.shift(); path; path = waiting.shift()) {
      if (pages.has(path)) continue;
      const answer = await get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      const text = await answer.text();
      pages.set(path, text);
      if (!answer.headers.get('Content-Type')?.startsWith('text/html')) continue;
      for (const [, href = ''] of text.matchAll(/(?:href|src)="([^"#]+)[^"]*"/g)) {
        if (!/^https?:/.test(href)) waiting.push(new URL(href, `http://here${path}`).pathname);
      }
    }
    return pages;
  }

  test('is told in short to language models, with every call and event', async () => {
    const answer = await get('/llms.txt');
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const lines = (await answer.text()).split('\n');
    expect(lines).toEqual(expect.arrayContaining(['# Fatura API', '- `POST /api/v1/invoices`: Create an invoice']));
    const { operations, webhooks } = describedApi;
    expect(lines.filter((line) => line.startsWith('- `'))).toHaveLength(operations.length + webhooks.length);
    expect(lines.join('\n')).toContain(`(${world.current.baseUrl}/api/v1/openapi.json)`);
  });

  test('is where the root leads, for GET only, in the language of the reader', async () => {
    const root = await get('/');
    expect([root.status, root.headers.get('Location')]).toEqual([302, '/docs']);
    expect((await get('/', { method: 'POST' })).status).toBe(405);
    for (const [language, path] of [
      ['pt-BR,pt;q=0.9,en;q=0.8', '/docs/pt'],
      ['fr', '/docs/en'],
    ] as const) {
      const answer = await get('/docs', { headers: { 'Accept-Language': language } });
      expect([answer.status, answer.headers.get('Location')]).toEqual([302, path]);
    }
  });

  test('has every call, event and error in both languages, and every link of it leads somewhere', async () => {
    const pages = await crawl();
    expect([...pages.keys()].filter((path) => path.startsWith('/docs/en'))).toHaveLength(24);
    expect([...pages.keys()].filter((path) => path.startsWith('/docs/pt'))).toHaveLength(24);
    const html = (language: string) =>
      [...pages].filter(([path]) => path.startsWith(`/docs/${language}`)).map(([, text]) => text);
    for (const language of ['en', 'pt']) {
      const all = html(language).join('');
      const missing = [
        ...describedApi.operations.map(({ id }) => id),
        ...describedApi.webhooks.map(({ name }) => name),
        ...Object.keys(docsTexts.errors),
      ].filter((id) => !all.includes(`id="${id}"`));
      expect(missing).toEqual([]);
    }
    const lost = [...pages].flatMap(([path, text]) =>
      [...text.matchAll(/href="([^"]*)#([^"]+)"/g)]
        .filter(([, page, anchor]) => {
          const target = page ? new URL(page, `http://here${path}`).pathname : path;
          return anchor !== 'content' && !pages.get(target)?.includes(`id="${anchor}"`);
        })
        .map(([link]) => `${path}: ${link}`),
    );
    expect(lost).toEqual([]);
  });

  test('explains every code that a call may answer with, each once, and no other', async () => {
    const document = (await (await get('/api/v1/openapi.json')).json()) as {
      paths: Record<string, Record<string, { responses: Record<string, { $ref?: string; description?: string }> }>>;
      components: { responses: Record<string, { description: string }> };
    };
    const responses = Object.values(document.paths)
      .flatMap((byMethod) => Object.values(byMethod))
      .flatMap((operation) => Object.entries(operation.responses))
      .filter(([status]) => status >= '400')
      .map(([, one]) => (one.$ref ? document.components.responses[one.$ref.split('/').at(-1)!]! : one));
    const codes = new Set(
      responses.flatMap(({ description = '' }) => [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code!)),
    );
    expect(Object.keys(docsTexts.errors).sort()).toEqual([...codes].sort());
    const { pt = {} } = docsTexts.summaries;
    const named = [...describedApi.operations.map(({ id }) => id), ...describedApi.webhooks.map(({ name }) => name)];
    expect(named.filter((name) => !(name in pt))).toEqual([]);
  });

  test('shows calls as the clients have them', async () => {
    const python = readFileSync(join(import.meta.dirname, '../../../client/python/src/fatura/calls.py'), 'utf8');
    const pages = [...(await crawl())].filter(([path]) => path.startsWith('/docs/en/calls/'));
    const calls = pages.flatMap(([, text]) => [...text.matchAll(/await fatura\.(\w+)\(/g)].map(([, name]) => name!));
    expect(calls.sort()).toEqual(describedApi.operations.map(({ id }) => id).sort());
    expect(calls.filter((name) => !(name in Fatura.prototype))).toEqual([]);
    const names = pages.flatMap(([, text]) => [
      ...text.matchAll(/^(?:<pre[^>]*><code>)?fatura\.(\w+)\(|<code>fatura\.(\w+)\(/gm),
    ]);
    const methods = names.map(([, one, other]) => one ?? other!);
    expect(methods.filter((name) => !python.includes(`def ${name}(`))).toEqual([]);
    expect(methods.length).toBeGreaterThanOrEqual(describedApi.operations.length);
  });

  test('loads this process alone, is compressed, and costs nothing when it is unchanged', async () => {
    const page = await get('/docs/en/calls/invoices');
    const text = await page.text();
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
    const assets = [...text.matchAll(/(?:href|src)="(\/docs\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(new Set(assets).size).toBe(3);
    for (const path of ['/docs/en/calls/invoices', ...assets]) {
      const first = await get(path, { headers: { 'Accept-Encoding': 'br' } });
      expect([path, first.status, first.headers.get('Content-Encoding')]).toEqual([path, 200, 'br']);
      expect(first.headers.get('Content-Security-Policy')!.split('; ')).toEqual(POLICY);
      expect(first.headers.get('Cache-Control')).toBe(
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      await first.arrayBuffer();
      const headers = { 'If-None-Match': first.headers.get('ETag')!, 'Cache-Control': 'max-age=0' };
      const again = await get(path, { headers });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
  });

  test('is about the process that it was opened at: the first server of its document is relative', async () => {
    const { servers } = (await (await get('/api/v1/openapi.json')).json()) as { servers: { url: string }[] };
    expect(servers.map(({ url }) => url)).toEqual(['/', world.current.config.publicUrl]);
  });

  test.each(['/docs/fr', '/docs/en/nothing', '/docs/package.json', '/docs/..%2fpackage.json', '/docs/%2e%2e/docs.css'])(
    'serves nothing beside it: %s',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'route_not_found']);
    },
  );
});
