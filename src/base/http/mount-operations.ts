import type Router from '@koa/router';
import type { Context } from 'koa';
import type { EntityManager } from '@mikro-orm/postgresql';
import { forbidden } from '../errors/errors.ts';
import { grantOf } from './grant.ts';
import type { HttpDeps } from './http-deps.ts';
import { answerOnce, type Answer } from './idempotency/answer-once.ts';
import { fingerprintOf, readIdempotencyKey } from './idempotency/read-idempotency-key.ts';
import { routeName, type ApiRequest, type Operation } from './operation.ts';
import { pathId } from './path-id.ts';
import { SNAPSHOT } from './store-transactions.ts';
import { validate, validateQuery } from './validate.ts';
import { joi } from './joi.ts';

const NOTHING = joi.object({});

/** Writes down an act of an API token, with the next flush of the transaction. */
export type RecordCall = (
  tx: EntityManager,
  ctx: Context,
  act: { action: string; subject: string; details: Record<string, unknown> },
) => void;

/** Serves operations: validate, then do everything in one transaction, render inside it, answer after the commit. */
export function mountOperations<Deps extends HttpDeps>(
  router: Router,
  operations: readonly Operation<Deps>[],
  deps: Deps & { recordCall: RecordCall },
): void {
  for (const operation of operations) {
    const path = operation.path.replace('{id}', ':id');
    router.register(path, [operation.method], async (ctx) => {
      requireScope(operation, ctx);
      const request = readRequest(operation, deps, ctx);
      if (operation.method === 'GET' && operation.withoutTransaction) {
        const audit = auditOf(operation, request, { ctx, recordCall: deps.recordCall });
        // Before the answer, which may be cut off at any byte.
        if (operation.audit) await deps.transact(request.store, (tx) => Promise.resolve(audit(tx)));
        ctx.type = 'application/json';
        ctx.body = await operation.handle(request);
        return;
      }
      const answer = await serve(operation, request, { ctx, recordCall: deps.recordCall });
      ctx.status = answer.statusCode;
      if (answer.body !== null) {
        ctx.type = 'application/json';
        ctx.body = answer.body;
      }
    });
  }
}

function readRequest<Deps extends HttpDeps>(
  operation: Operation<Deps>,
  deps: Deps,
  ctx: Context,
): ApiRequest<unknown, unknown, Deps> {
  const given: unknown = ctx.request.body;
  const mayBeLeftOut = operation.bodyIsOptional || !operation.body;
  // `null` was sent: it is no object, and must not be taken for "everything as usual".
  const body = given === undefined && mayBeLeftOut ? {} : given;
  const writes = operation.method === 'POST' || operation.method === 'PATCH';
  return {
    deps,
    store: grantOf(ctx).store,
    requestsAtOnce: grantOf(ctx).requestsAtOnce,
    id: operation.path.includes('{id}') ? pathId(ctx, operation.resource!) : 0,
    query: validateQuery(operation.query ?? NOTHING, ctx.query),
    body: writes ? validate(operation.body ?? NOTHING, body) : {},
    idempotencyKey: writes ? readIdempotencyKey(ctx) : null,
  };
}

/** @throws ApiError 403 `missing_scope` */
function requireScope({ scope }: Pick<Operation, 'scope'>, ctx: Context): void {
  const { scopes } = grantOf(ctx);
  if (scopes === null || scopes.includes(scope)) return;
  const has = scopes.length > 0 ? `it has ${scopes.join(', ')}` : 'it has none';
  throw forbidden('missing_scope', `This call needs a token with the scope ${scope}; ${has}.`);
}

/** @returns writes the call's line into the audit log, with the next flush of the transaction */
function auditOf<Deps extends HttpDeps>(
  { audit }: Pick<Operation<Deps>, 'audit'>,
  { id, body }: ApiRequest<unknown, unknown, Deps>,
  { ctx, recordCall }: { ctx: Context; recordCall: RecordCall },
) {
  return (tx: EntityManager, given?: unknown): void => {
    if (!audit) return;
    const answer = (given ?? {}) as Record<string, unknown>;
    const subject = [audit.of, id || answer.id].filter(Boolean).join(' ');
    recordCall(tx, ctx, { action: audit.as, subject, details: audit.details?.(body, answer) ?? {} });
  };
}

async function serve<Deps extends HttpDeps>(
  operation: Operation<Deps>,
  request: ApiRequest<unknown, unknown, Deps>,
  to: { ctx: Context; recordCall: RecordCall },
): Promise<Answer> {
  const { ctx } = to;
  const audit = auditOf(operation, request, to);
  const { deps, idempotencyKey: key, store, id, requestsAtOnce: places } = request;
  const changing = { places, isRepeatable: true, ...(id > 0 && { line: `${operation.resource} ${id}` }) };
  const perform = async (em: EntityManager): Promise<Answer> => {
    const answer = await operation.handle({ ...request, deps: { ...deps, em } });
    if (!operation.withoutTransaction) audit(em, answer);
    else if (operation.audit) await deps.transact(store, (tx) => Promise.resolve(audit(tx, answer)));
    const { status, waiting } = operation.answer;
    const waits = waiting?.is(answer as Record<string, unknown>) ?? false;
    return { statusCode: waits ? 202 : status, body: status === 204 ? null : JSON.stringify(answer) };
  };
  if (key !== null) {
    const route = routeName(operation);
    const scope = { store, route, key, fingerprint: fingerprintOf(ctx), changing };
    const { answer, replayed } = await answerOnce(deps, scope, {
      perform,
      inTransaction: !operation.withoutTransaction,
    });
    if (replayed) ctx.set('Idempotent-Replayed', 'true');
    return answer;
  }
  if (operation.withoutTransaction) return perform(deps.em);
  return deps.transact(store, perform, operation.method === 'GET' ? { ...SNAPSHOT, places } : changing);
}
