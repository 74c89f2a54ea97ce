import { randomBytes } from 'node:crypto';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { notFound } from '../base/errors/errors.ts';
import { pageHeaders } from '../base/http/pages/page-headers.ts';
import { renderQrCode } from '../banking/documents/render-qr-code.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { languageOf } from './pages/messages.ts';
import { renderAuthorization } from './pages/render-page.ts';
import { readLogoOfAuthorization, readAuthorization, type AuthorizationView } from './read-authorization.ts';

/** The page on which a payer agrees to debits, below the checkout's: the hash is the only key. */
export function authorizationRoutes(router: Router, deps: CheckoutDeps): void {
  const path = '/checkout/authorizations/:hash';
  const read = async (ctx: Context): Promise<AuthorizationView> => {
    const { hash = '' } = (ctx as Context & { params: Record<string, string> }).params;
    const view = /^[\w-]{24}$/.test(hash) ? await readAuthorization(deps, hash) : null;
    if (!view) throw notFound('authorization', 'with this address');
    return view;
  };

  router.get(path, async (ctx) => {
    const view = await read(ctx);
    const nonce = randomBytes(16).toString('base64');
    pageHeaders(ctx, nonce);
    ctx.body = renderAuthorization(view, { language: languageOf(ctx.get('Accept-Language')), nonce });
  });

  router.get(`${path}/status`, async (ctx) => {
    const { version, state } = await read(ctx);
    ctx.body = { version, status: state };
  });

  // The page polls when it is told that there is no stream for it.
  router.get(`${path}/events`, async (ctx) => {
    await read(ctx);
    ctx.status = 204;
  });

  router.get(`${path}/pix.svg`, async (ctx) => {
    const { qrCode, hash } = await read(ctx);
    if (!qrCode) throw notFound('pix', hash);
    ctx.type = 'image/svg+xml';
    // Opened by itself, an SVG is a document: this one may do nothing at all.
    ctx.set({ 'Content-Security-Policy': "default-src 'none'", 'Cache-Control': 'private, max-age=300' });
    ctx.body = await renderQrCode(qrCode);
  });

  router.get(`${path}/logo`, async (ctx) => {
    const { hash } = await read(ctx);
    const logo = await readLogoOfAuthorization(deps, hash);
    if (!logo) throw notFound('logo', hash);
    ctx.type = logo.contentType;
    ctx.set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'private, max-age=86400' });
    ctx.body = logo.bytes;
  });
}
