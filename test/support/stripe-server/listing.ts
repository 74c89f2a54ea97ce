import { invalidRequest } from './failure.ts';
import type { ReadAll } from './params.ts';

export const LIST = {
  created: { gt: 'integer', gte: 'integer', lt: 'integer', lte: 'integer' },
  ending_before: 'text',
  expand: 'texts',
  limit: 'integer',
  starting_after: 'text',
} as const;

interface Listed {
  id: string;
  created: number;
}

/** A page of what was created, newest first; `all` is in the order in which it was. */
export function listPage<T extends Listed>(all: Iterable<T>, url: string, params: ReadAll<typeof LIST>): object {
  const { limit = 10, created = {}, starting_after: after, ending_before: before } = params;
  if (limit < 1 || limit > 100) {
    throw invalidRequest('This value must be between 1 and 100.', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    });
  }
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = created;
  const matching = [...all]
    .filter((item) => item.created > gt && item.created >= gte && item.created < lt && item.created <= lte)
    .reverse();
  const from = after === undefined ? 0 : position(matching, after, 'starting_after') + 1;
  const to = before === undefined ? matching.length : position(matching, before, 'ending_before');
  const rest = matching.slice(from, to);
  const data = before === undefined ? rest.slice(0, limit) : rest.slice(-limit);
  return { object: 'list', data, has_more: rest.length > data.length, url };
}

function position(items: readonly Listed[], id: string, param: string): number {
  const found = items.findIndex((item) => item.id === id);
  if (found === -1) throw invalidRequest(`No such object: '${id}'`, { code: 'resource_missing', param });
  return found;
}
