import type Router from '@koa/router';
import type { Context } from 'koa';
import type { AppDeps } from '../../app/api.ts';
import { grantOf, storeOf } from '../../accounts/authentication/authenticate.ts';
import { answerOnce, type Answer } from './idempotency/answer-once.ts';
import { fingerprintOf, readIdempotencyKey } from './idempotency/read-idempotency-key.ts';
import { routeName, type ApiRequest, type Operation } from './operation.ts';
import { pathId } from './path-id.ts';
import { validate, validateQuery } from './validate.ts';
import { joi } from './joi.ts';

const NOTHING = joi.object({});

/** Serves operations: validate, then do everything in one transaction, render inside it, answer after the commit. */
export function mountOperations(router: Router, operations: Operation[], deps: AppDeps): void {
  for (const operation of operations) {
    const path = operation.path.replace('{id}', ':id');
    router.register(path, [operation.method], async (ctx) => {
      const request = readRequest(operation, deps, ctx);
      if (operation.method === 'GET' && operation.withoutTransaction) {
        ctx.type = 'application/json';
        ctx.body = await operation.handle(request);
        return;
      }
      const answer = await serve(operation, request, ctx);
      ctx.status = answer.statusCode;
      if (answer.body !== null) {
        ctx.type = 'application/json';
        ctx.body = answer.body;
      }
    });
  }
}

function readRequest(operation: Operation, deps: AppDeps, ctx: Context): ApiRequest<unknown, unknown> {
  const given: unknown = ctx.request.body;
  const mayBeLeftOut = operation.bodyIsOptional || !operation.body;
  // `null` was sent: it is no object, and must not be taken for "everything as usual".
  const body = given === undefined && mayBeLeftOut ? {} : given;
  const writes = operation.method === 'POST' || operation.method === 'PATCH';
  return {
    deps,
    store: storeOf(ctx),
    id: operation.path.includes('{id}') ? pathId(ctx, operation.resource!) : 0,
    query: validateQuery(operation.query ?? NOTHING, ctx.query),
    body: writes ? validate(operation.body ?? NOTHING, body) : {},
    idempotencyKey: writes ? readIdempotencyKey(ctx) : null,
  };
}

async function serve(operation: Operation, request: ApiRequest<unknown, unknown>, ctx: Context): Promise<Answer> {
  const { deps, idempotencyKey: key, store, id } = request;
  const places = grantOf(ctx).requestsAtOnce;
  const changing = { places, isRepeatable: true, ...(id > 0 && { line: `${operation.resource} ${id}` }) };
  const perform = async (em: AppDeps['em']): Promise<Answer> => {
    const result = await operation.handle({ ...request, deps: { ...deps, em } });
    const { status } = operation.answer;
    return { statusCode: status, body: status === 204 ? null : JSON.stringify(result) };
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

/** Several reads of one request see one state of the record. */
const SNAPSHOT = { isolationLevel: 'repeatable read', readOnly: true } as const;
