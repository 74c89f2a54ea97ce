import type { Context } from 'koa';
import { notFound } from '../errors/errors.ts';

/** Reads the `{id}` of a path. Text that is no id names nothing, so it is not found. @throws ApiError 404 */
export function pathId(ctx: Context, what: string): number {
  const { id = '' } = (ctx as Context & { params: Record<string, string> }).params;
  if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound(what, id.slice(0, 40));
  return Number(id);
}
