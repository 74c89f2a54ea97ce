import type { Context, Next } from 'koa';
import type { Logger } from 'pino';
import { causesOf, CONTENDED, hasCode } from '../db/sql-state.ts';
import { ApiError, internalError, malformedTarget, serviceUnavailable } from '../errors/errors.ts';
import { leaveUnread } from './leave-unread.ts';

/** The one place that renders failures: RFC 9457 problem details, with a stable `code` and the request's id. */
export function renderProblem(log: Logger) {
  return async function renderProblemMiddleware(ctx: Context, next: Next): Promise<void> {
    try {
      await next();
    } catch (error) {
      const problem = toApiError(error, ctx.method);
      ctx.state.problemCode = problem.code;
      if (problem.status >= 500) log.error({ err: error, request_id: ctx.state.requestId as string }, 'request failed');
      ctx.status = problem.status;
      ctx.set(problem.headers);
      leaveUnread(ctx);
      ctx.body = JSON.stringify({
        type: 'about:blank',
        title: problem.title,
        status: problem.status,
        detail: problem.message,
        code: problem.code,
        request_id: ctx.state.requestId as string,
        errors: problem.errors,
        ...problem.extensions,
      });
      ctx.type = 'application/problem+json';
    }
  };
}

const TRY_AGAIN = 'The database does not answer: try again.';
/** A connection that is lost during a commit leaves the outcome open. */
const LOOK_FIRST = 'The database does not answer. Before you try again, look whether the change was made.';
const CONTENDED_DETAIL = 'Other requests were working on the same data. Nothing was changed: try again.';

/** Any failure as a problem: our own as they are, those of the database as 503, everything else as 500. */
export function toApiError(error: unknown, method: string): ApiError {
  if (error instanceof ApiError) return error;
  // Koa reads the target when a path is asked for, and Node lets `GET http://[/ HTTP/1.1` through to it.
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ERR_INVALID_URL') return malformedTarget();
  if (hasCode(error, CONTENDED)) return serviceUnavailable(CONTENDED_DETAIL);
  if (isDatabaseDown(error)) return serviceUnavailable(method === 'GET' ? TRY_AGAIN : LOOK_FIRST);
  return internalError();
}

/**
 * Failures by errno and by PostgreSQL's classes 08 (connection), 53 (resources), 57 (shutdown, time-out) and 58 (its
 * system).
 */
const DOWN = /^(ECONNREFUSED|ECONNRESET|EPIPE|EMFILE|ENFILE|ENOTFOUND|ETIMEDOUT|08...|53...|57...|58...)$/;
const DOWN_MESSAGE = /timeout exceeded when trying to connect|Connection terminated|is not queryable/i;
function isDatabaseDown(error: unknown): boolean {
  return causesOf(error).some(({ code = '', message }) => DOWN.test(code) || DOWN_MESSAGE.test(message));
}
