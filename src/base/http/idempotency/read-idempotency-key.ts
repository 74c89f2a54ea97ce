import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { invalidFields } from '../../errors/errors.ts';

export const IDEMPOTENCY_KEY_PATTERN = '^[\\x21-\\x7E]{1,255}$';
const PATTERN = new RegExp(IDEMPOTENCY_KEY_PATTERN);

/** The request's `Idempotency-Key`, or null. @throws ApiError 422 for one that is empty, too long or not plain ASCII */
export function readIdempotencyKey(ctx: Context): string | null {
  const { 'idempotency-key': header } = ctx.headers;
  if (header === undefined) return null;
  const key = String(header);
  if (!PATTERN.test(key)) {
    const message = 'Idempotency-Key must be 1 to 255 visible ASCII characters, for example a UUID.';
    throw invalidFields([{ field: 'Idempotency-Key', code: 'idempotency_key.invalid', message }]);
  }
  return key;
}

/** The hash of the parts that must be the same when a key is used again: the path, the query and the body. */
export function fingerprintOf(ctx: Context): string {
  const request = JSON.stringify([ctx.path, ctx.querystring, ctx.request.body ?? null]);
  return createHash('sha256').update(request).digest('hex');
}
