import type { Context, Next } from 'koa';
import { koaBody } from 'koa-body';
import { invalidFields, malformedJson, payloadTooLarge, unsupportedMediaType } from '../errors/errors.ts';

/** An invoice of a hundred lines is under 10 kB. */
const LIMIT_KB = 100;

type Parse = (ctx: Context, next: Next) => Promise<void>;
const parsers = new Map<number, Parse>();

function parserFor(limitKb: number): Parse {
  const known = parsers.get(limitKb);
  if (known) return known;
  const onError = (error: Error): never => refuseBody(error, limitKb);
  const jsonLimit = textOf(limitKb);
  const made = koaBody({ json: true, jsonLimit, jsonStrict: false, urlencoded: false, text: false, onError });
  parsers.set(limitKb, made);
  return made;
}

/** Calls whose bodies may be larger than others, by method and path. */
export type LargeBodies = readonly { method: string; path: RegExp; maxKb: number }[];

function limitOf(ctx: Context, large: LargeBodies): number {
  return large.find(({ method, path }) => method === ctx.method && path.test(ctx.path))?.maxKb ?? LIMIT_KB;
}

function textOf(limitKb: number): string {
  return `${limitKb}kb`;
}

/** JSON is UTF-8. A body that names another encoding would be read as UTF-8 all the same, and names be kept garbled. */
function isJson(ctx: Context): boolean {
  const { charset } = ctx.request;
  return Boolean(ctx.is('application/json')) && /^(utf-?8|us-ascii)?$/i.test(charset);
}

/** By its own word, before anybody is asked who sends it. @throws ApiError 413 */
export function refuseLargeBody(large: LargeBodies) {
  return function refuseLargeBodyMiddleware(ctx: Context, next: Next): Promise<void> {
    const limitKb = limitOf(ctx, large);
    if ((ctx.request.length ?? 0) > limitKb * 1024) throw payloadTooLarge(textOf(limitKb));
    return next();
  };
}

/** Parses a JSON body into `ctx.request.body`. @throws ApiError 400, 413 or 415 */
export function readJsonBody(large: LargeBodies = []) {
  return async function readJsonBodyMiddleware(ctx: Context, next: Next): Promise<void> {
    const hasBody =
      ctx.request.length !== 0 && (ctx.request.length !== undefined || ctx.get('Transfer-Encoding') !== '');
    if (hasBody && !isJson(ctx)) throw unsupportedMediaType();
    await parserFor(limitOf(ctx, large))(ctx, next);
  };
}

const readText = koaBody({
  json: false,
  urlencoded: false,
  text: true,
  textTypes: ['application/json'],
  textLimit: textOf(LIMIT_KB),
  onError: (error: Error) => refuseBody(error, LIMIT_KB),
});

/** Leaves the body in `ctx.request.body` as the text that came, for signatures that cover its bytes. */
export async function readRawBody(ctx: Context, next: Next): Promise<void> {
  if (!ctx.is('application/json')) throw unsupportedMediaType();
  await readText(ctx, next);
}

/** In the words of the parser, which takes such a body for an attack. */
const PROTOTYPE = /forbidden prototype property/;

function refuseBody(error: Error, limitKb: number): never {
  const status = 'status' in error ? error.status : undefined;
  if (status === 413) throw payloadTooLarge(textOf(limitKb));
  if (status === 415) throw unsupportedMediaType();
  if (PROTOTYPE.test(error.message)) {
    const message = '__proto__ cannot be the name of a field, as it would set a prototype: give it another name.';
    throw invalidFields([{ field: '__proto__', code: 'object.proto', message }]);
  }
  throw malformedJson(`The body is not valid JSON: ${error.message}`);
}
