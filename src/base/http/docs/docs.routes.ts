import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { routeNotFound } from '../../errors/errors.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { answerEncoded, encodedBodies, type EncodedBodies } from '../pages/encoded-body.ts';
import { chooseLanguage } from '../pages/choose-language.ts';
import type { SiteOptions } from './docs-site.ts';
import { DOCS_LANGUAGES } from './docs-words.ts';

/** Only this process is loaded from, and nobody puts the page in a frame. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Served {
  type: string;
  etag: string;
  bodies: EncodedBodies;
  cacheControl: string;
}

type DocsOptions = Omit<SiteOptions, 'assets' | 'document'> & { document: () => OpenApiDocument };

/** The documentation, and the way there from `/`. A name that is none of its pages and files is no route. */
export function docsRoutes(router: Router, options: DocsOptions): void {
  router.get('/', (ctx) => ctx.redirect('/docs'));
  router.get('/docs', (ctx) => {
    ctx.set('Vary', 'Accept-Language');
    ctx.redirect(`/docs/${chooseLanguage(ctx.get('Accept-Language'), DOCS_LANGUAGES)}`);
  });
  let site: Promise<ReadonlyMap<string, Served>> | undefined;
  router.get('/docs/{*path}', async (ctx) => {
    // Made when somebody reads it: an API that starts has no time for it.
    site ??= serveSite(options);
    const page = (await site).get(ctx.path);
    if (!page) throw routeNotFound(ctx.method, ctx.path);
    answer(ctx, page);
  });
}

async function serveSite(options: DocsOptions): Promise<ReadonlyMap<string, Served>> {
  const { buildDocs } = await import('./docs-site.ts');
  const assets = ASSETS.map(({ name, type }) => {
    const content = readFileSync(new URL(`assets/${name}`, import.meta.url));
    const [stem, extension] = name.split('.');
    const path = `/docs/assets/${stem}.${hashOf(content).slice(0, 12)}.${extension}`;
    return { name, path, asset: served({ type, content, cacheControl: 'public, max-age=31536000, immutable' }) };
  });
  const pathOf = (wanted: string): string => assets.find(({ name }) => name === wanted)!.path;
  const pages = buildDocs({
    ...{ ...options, document: options.document() },
    assets: { style: pathOf('docs.css'), script: pathOf('docs.js'), icon: pathOf('icon.svg') },
  });
  return new Map([
    ...assets.map(({ path, asset }) => [path, asset] as const),
    ...[...pages].map(([path, { type, text }]) => {
      const page = served({ type, content: Buffer.from(text), cacheControl: 'no-cache' });
      return [`/docs/${path}`, page] as const;
    }),
  ]);
}

const ASSETS = [
  { name: 'docs.css', type: 'text/css' },
  { name: 'docs.js', type: 'text/javascript' },
  { name: 'icon.svg', type: 'image/svg+xml' },
] as const;

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64url').replaceAll(/[-_]/g, '0');
}

function served({ type, content, cacheControl }: { type: string; content: Buffer; cacheControl: string }): Served {
  return { type, etag: hashOf(content), bodies: encodedBodies(content), cacheControl };
}

function answer(ctx: Context, { type, etag, bodies, cacheControl }: Served): void {
  ctx.set({
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': cacheControl,
  });
  ctx.type = type;
  answerEncoded(ctx, { etag, bodies });
}
