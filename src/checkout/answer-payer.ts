import { randomBytes } from 'node:crypto';
import type { Context, Next } from 'koa';
import { toApiError } from '../base/http/render-problem.ts';
import { pageHeaders } from '../base/http/pages/page-headers.ts';
import { languageOf } from './pages/messages.ts';
import { renderNotFound, renderUnavailable } from './pages/render-page.ts';

/** A payer who reads gets a page, whatever went wrong; a script gets the problem as it is. */
export async function answerPayer(ctx: Context, next: Next): Promise<void> {
  ctx.set({ 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' });
  try {
    await next();
  } catch (error) {
    const wantsPage = ctx.accepts('application/json', 'text/html') === 'text/html';
    if (!wantsPage) throw error;
    const problem = toApiError(error, ctx.method);
    if (problem.status >= 500) ctx.app.emit('error', error, ctx);
    ctx.state.problemCode = problem.code;
    const nonce = randomBytes(16).toString('base64');
    pageHeaders(ctx, nonce);
    ctx.status = problem.status;
    ctx.set(problem.headers);
    const options = { language: languageOf(ctx.get('Accept-Language')), nonce };
    ctx.body = problem.status === 404 ? renderNotFound(options) : renderUnavailable({ ...options, code: problem.code });
  }
}
