import { randomBytes } from 'node:crypto';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { answerPayer } from '../../checkout/answer-payer.ts';
import { pageHeaders } from '../../base/http/pages/page-headers.ts';
import { notFound, type ApiError } from '../../base/errors/errors.ts';
import type { HttpDeps } from '../../base/http/http-deps.ts';
import { validateQuery } from '../../base/http/validate.ts';
import { findInbox } from './find-inbox.ts';
import { inboxAnswerQuery } from './inbox.schema.ts';
import { inboxUrl } from './inbox-url.ts';
import { limitInbox } from './limit-inbox.ts';
import { readInboxPage } from './read-inbox-page.ts';
import { renderInbox, renderUnknownInbox } from './pages/render-inbox.ts';
import { readMessageBody } from './read-message-body.ts';
import { receiveMessage } from './receive-message.ts';

/** The inbox itself: webhooks post to it, and a person looks at the same address. The name is the only key. */
export function inboxPageRoutes(router: Router, deps: HttpDeps): void {
  router.use('/sandbox/inbox/:name', answerPayer, limitInbox(deps.limits));

  router.post('/sandbox/inbox/:name', async (ctx) => {
    const { status: statusCode } = validateQuery(inboxAnswerQuery, ctx.query);
    const inbox = await findInbox(deps.em, ctx.params.name ?? '');
    if (!inbox) throw unknownInbox();
    const body = await readMessageBody(ctx);
    const message = { headers: ctx.req.headers, body, statusCode };
    if (!(await receiveMessage(deps, { inboxId: inbox.id, message }))) throw unknownInbox();
    // Koa leaves the body out where the status has none.
    ctx.body = { received: true };
    ctx.status = statusCode;
  });

  router.get('/sandbox/inbox/:name', async (ctx) => {
    const page = await readInboxPage(deps.em, ctx.params.name ?? '');
    if (!page) return answerUnknown(ctx);
    const url = inboxUrl(deps.publicUrl, page.inbox.name);
    ctx.body = renderInbox({ ...page, url }, openPage(ctx));
  });
}

function answerUnknown(ctx: Context): void {
  if (ctx.accepts('application/json', 'text/html') !== 'text/html') throw unknownInbox();
  ctx.state.problemCode = 'inbox_not_found';
  const options = openPage(ctx);
  ctx.status = 404;
  ctx.body = renderUnknownInbox(options);
}

function openPage(ctx: Context): { nonce: string; acceptLanguage: string } {
  const nonce = randomBytes(16).toString('base64');
  pageHeaders(ctx, nonce);
  return { nonce, acceptLanguage: ctx.get('Accept-Language') };
}

function unknownInbox(): ApiError {
  return notFound('inbox', 'with this address');
}
