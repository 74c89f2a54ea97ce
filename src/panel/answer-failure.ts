import { randomBytes } from 'node:crypto';
import type { Context, Next } from 'koa';
import type { ApiError } from '../base/errors/errors.ts';
import type { PanelDeps } from './panel-deps.ts';
import { chooseLanguage } from '../base/http/pages/choose-language.ts';
import { pageHeaders } from '../base/http/pages/page-headers.ts';
import { toApiError } from '../base/http/render-problem.ts';
import { PANEL_LANGUAGES, type PanelLanguage } from '../accounts/people/person.entity.ts';
import { COMMON_WORDS, type CommonWords } from './common/common.words.ts';
import { formatsIn } from './formats.ts';
import { layOut } from './lay-out.ts';
import { FactorAwaited, FactorMissing, NotSignedIn } from './not-signed-in.ts';
import { renderPanelPage } from './render.ts';

/** Answers each failure with a page; a reader who is not signed in is asked to sign in. */
export function answerPanelFailure({ log }: Pick<PanelDeps, 'log'>) {
  return async function answerPanelFailureMiddleware(ctx: Context, next: Next): Promise<void> {
    ctx.set({ 'Referrer-Policy': 'same-origin', 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' });
    try {
      await next();
    } catch (error) {
      if (error instanceof NotSignedIn) return leadTo(ctx, '/panel/sign-in');
      if (error instanceof FactorAwaited) return leadTo(ctx, '/panel/second-factor');
      if (error instanceof FactorMissing) return leadTo(ctx, '/panel/account/second-factor');
      const problem = toApiError(error, ctx.method);
      ctx.state.problemCode = problem.code;
      const requestId = ctx.state.requestId as string;
      if (problem.status >= 500) log.error({ err: error, request_id: requestId }, 'request of the panel failed');
      const language =
        (ctx.state.panelLanguage as PanelLanguage | undefined) ??
        chooseLanguage(ctx.get('Accept-Language'), PANEL_LANGUAGES);
      const t = COMMON_WORDS[language];
      const nonce = randomBytes(16).toString('base64');
      pageHeaders(ctx, nonce, { referrer: 'same-origin' });
      ctx.status = problem.status;
      ctx.set(problem.headers);
      const request = {
        t,
        w: {},
        f: formatsIn(language, 'America/Sao_Paulo'),
        language,
        href: (path: string) => `/panel${path}`,
        asked: { values: {}, problems: [] },
      } as never;
      const code = problem.status >= 500 ? `${problem.code} ${requestId}` : problem.code;
      ctx.body = renderPanelPage(
        { template: 'common/message', ...wordsOf(problem, t), data: { text: wordsOf(problem, t).text, code } },
        {
          request,
          layout: layOut({ request, screen: null, me: null, notice: null }),
          nonce,
          csrf: null,
          refused: null,
          stepUp: null,
          actById: () => {
            throw new Error('The page of a failure has no form.');
          },
        },
      );
    }
  };
}

/**
 * After a page, the browser comes back to it; a form would have to be filled in again, so the browser goes to its
 * beginning.
 */
function leadTo(ctx: Context, path: string): void {
  const back = ctx.method === 'GET' && ctx.path !== '/panel' ? `?next=${encodeURIComponent(ctx.url)}` : '';
  const location = `${path}${back}`;
  // A part of a page cannot show the form: the whole page goes there.
  if (ctx.get('HX-Request')) {
    ctx.set('HX-Redirect', path);
    ctx.status = 204;
    return;
  }
  ctx.redirect(location);
  ctx.status = 303;
}

function wordsOf({ status, code, message }: ApiError, { errors }: CommonWords): { title: string; text: string } {
  if (code === 'form_forged') return errors.forged;
  if (code === 'store_suspended') return errors.suspended;
  if (status === 403) return errors.forbidden;
  if (code === 'link_not_found') return errors.linkNotFound;
  if (status === 404) return errors.notFound;
  if (status === 413) return errors.tooLarge;
  if (status === 429) return errors.tooMany;
  return status >= 500 ? errors.unavailable : { title: errors.refused.title, text: message };
}
