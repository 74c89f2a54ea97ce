import { createHash, timingSafeEqual } from 'node:crypto';
import type Router from '@koa/router';
import { koaBody } from 'koa-body';
import { notFound, payloadTooLarge, unauthorized, unsupportedMediaType } from '../../base/errors/errors.ts';
import type { HttpDeps } from '../../base/http/http-deps.ts';
import { receiveReport } from './receive-report.ts';

/** The parts that reports of mail servers need. */
export interface MailReportDeps extends HttpDeps {
  /** The key of whoever hands reports over; null: nobody does. */
  mailReportsKey: string | null;
}

/** A report quotes the mail that it is about. */
const LIMIT = '1mb';
const TYPE = 'message/rfc822';

const readMail = koaBody({
  json: false,
  urlencoded: false,
  text: true,
  textTypes: [TYPE],
  textLimit: LIMIT,
  onError: () => {
    throw payloadTooLarge(LIMIT);
  },
});

/** Where the mailbox of our sender address hands over what comes back: bounces and complaints, each a whole mail. */
export function mailReportRoutes(router: Router, deps: MailReportDeps): void {
  router.post(
    '/mail/reports',
    async (ctx, next) => {
      if (deps.mailReportsKey === null) throw notFound('page', ctx.path);
      if (!isKey(ctx.get('Authorization'), deps.mailReportsKey)) {
        throw unauthorized('key_not_valid', 'Give the key of MAIL_REPORTS_KEY: Authorization: Bearer <key>.');
      }
      if (!ctx.is(TYPE)) throw unsupportedMediaType(TYPE);
      await next();
    },
    readMail,
    async (ctx) => {
      const { body } = ctx.request as { body?: unknown };
      const isKnown = await receiveReport(deps, typeof body === 'string' ? body : '');
      ctx.body = { known: isKnown };
    },
  );
}

function isKey(header: string, key: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header), digest(`Bearer ${key}`));
}
