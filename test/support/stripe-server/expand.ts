import type { Mode } from './account.ts';
import { invalidRequest } from './failure.ts';

type Fields = Record<string, unknown>;

/** A copy of an answer in which the ids that `expand` names are replaced by what they stand for. */
export function expanded(mode: Mode, answer: object, paths: readonly string[] = []): Fields {
  const result = structuredClone(answer) as Fields;
  for (const path of paths) expandPath(mode, result, path.split('.'), path);
  return result;
}

function expandPath(mode: Mode, object: Fields, [name, ...rest]: string[], path: string): void {
  if (name === undefined) return;
  if (!(name in object) && !(object.object === 'charge' && name === 'refunds')) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  const value = name === 'refunds' ? refundsOf(mode, object) : object[name];
  if (Array.isArray(value)) {
    for (const item of value as Fields[]) expandPath(mode, item, rest, path);
    return;
  }
  const inner = typeof value === 'string' ? byId(mode, value, path) : value;
  object[name] = inner;
  if (typeof inner === 'object' && inner !== null) expandPath(mode, inner as Fields, rest, path);
}

function byId(mode: Mode, id: string, path: string): Fields {
  const kinds = [
    mode.customers,
    mode.paymentMethods,
    mode.intents,
    mode.charges,
    mode.refunds,
    mode.disputes,
    mode.balanceTransactions,
  ] as unknown as Map<string, Fields>[];
  const found = kinds.find((kind) => kind.has(id))?.get(id);
  if (!found) throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
  return structuredClone(found);
}

function refundsOf(mode: Mode, charge: Fields): Fields {
  const data = [...mode.refunds.values()].filter((refund) => refund.charge === charge.id).reverse();
  return {
    object: 'list',
    data: structuredClone(data),
    has_more: false,
    url: `/v1/charges/${String(charge.id)}/refunds`,
  };
}
