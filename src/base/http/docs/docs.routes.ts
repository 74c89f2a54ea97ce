import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { PAGE, SCRIPT, STYLE } from './page.ts';

/** Only this process is loaded from and talked to, and nobody puts the page, which keeps a token, in a frame. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Asset {
  type: string;
  content: string | Buffer;
  etag: string;
}

/** The reference of the API, and the way there from `/`. A name that is not in the list below is no route. */
export function docsRoutes(router: Router): void {
  router.get('/', (ctx) => ctx.redirect('/docs'));
  for (const [path, asset] of Object.entries(readAssets())) {
    router.get(path, (ctx) => answerAsset(ctx, asset));
  }
}

/** Read once: what is served does not depend on what a request names. */
function readAssets(): Record<string, Asset> {
  const { resolve } = createRequire(import.meta.url);
  const ofSwagger = (name: string): Buffer => readFileSync(resolve(`swagger-ui-dist/${name}`));
  return {
    '/docs': asset('text/html', PAGE),
    '/docs/page.js': asset('text/javascript', SCRIPT),
    '/docs/page.css': asset('text/css', STYLE),
    '/docs/favicon.png': asset('image/png', ofSwagger('favicon-32x32.png')),
    '/docs/swagger-ui.css': asset('text/css', ofSwagger('swagger-ui.css')),
    '/docs/swagger-ui-bundle.js': asset('text/javascript', ofSwagger('swagger-ui-bundle.js')),
  };
}

function asset(type: string, content: string | Buffer): Asset {
  return { type, content, etag: createHash('sha256').update(content).digest('base64url') };
}

function answerAsset(ctx: Context, { type, content, etag }: Asset): void {
  ctx.set({
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    // The names stay the same in the next version, so browsers ask; an unchanged asset costs them no download.
    'Cache-Control': 'no-cache',
  });
  ctx.type = type;
  ctx.etag = etag;
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = content;
}
