import type { Context, Next } from 'koa';
import { koaBody } from 'koa-body';
import { invalidFields, malformedJson, payloadTooLarge, unsupportedMediaType } from '../errors/errors.ts';

/** An invoice of a hundred lines is under 10 kB. */
const LIMIT = '100kb';
const LIMIT_BYTES = 100 * 1024;

const parse = koaBody({ json: true, jsonLimit: LIMIT, jsonStrict: false, urlencoded: false, text: false, onError });

/** JSON is UTF-8. A body that names another encoding would be read as UTF-8 all the same, and names be kept garbled. */
function isJson(ctx: Context): boolean {
  const { charset } = ctx.request;
  return Boolean(ctx.is('application/json')) && /^(utf-?8|us-ascii)?$/i.test(charset);
}

/** By its own word, before anybody is asked who sends it. @throws ApiError 413 */
export function refuseLargeBody(ctx: Context, next: Next): Promise<void> {
  if ((ctx.request.length ?? 0) > LIMIT_BYTES) throw payloadTooLarge(LIMIT);
  return next();
}

/** Parses a JSON body into `ctx.request.body`. @throws ApiError 400, 413 or 415 */
export async function readJsonBody(ctx: Context, next: Next): Promise<void> {
  const hasBody = ctx.request.length !== 0 && (ctx.request.length !== undefined || ctx.get('Transfer-Encoding') !== '');
  if (hasBody && !isJson(ctx)) throw unsupportedMediaType();
  await parse(ctx, next);
}

const readText = koaBody({
  json: false,
  urlencoded: false,
  text: true,
  textTypes: ['application/json'],
  textLimit: LIMIT,
  onError,
});

/** Leaves the body in `ctx.request.body` as the text that came, for signatures that cover its bytes. */
export async function readRawBody(ctx: Context, next: Next): Promise<void> {
  if (!ctx.is('application/json')) throw unsupportedMediaType();
  await readText(ctx, next);
}

/** In the words of the parser, which takes such a body for an attack. */
const PROTOTYPE = /forbidden prototype property/;

function onError(error: Error): never {
  const status = 'status' in error ? error.status : undefined;
  if (status === 413) throw payloadTooLarge(LIMIT);
  if (status === 415) throw unsupportedMediaType();
  if (PROTOTYPE.test(error.message)) {
    const message = '__proto__ cannot be the name of a field, as it would set a prototype: give it another name.';
    throw invalidFields([{ field: '__proto__', code: 'object.proto', message }]);
  }
  throw malformedJson(`The body is not valid JSON: ${error.message}`);
}
