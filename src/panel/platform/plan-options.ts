import { PLANS, REQUESTS_PER_MINUTE } from '../../accounts/companies/plans.ts';
import type { Formats } from '../formats.ts';
import type { storesWords } from './stores.words.ts';

/** The plans to choose from, each with its number of requests. */
export function planOptions(
  w: (typeof storesWords)['en'],
  f: Pick<Formats, 'number'>,
): { value: string; label: string }[] {
  return PLANS.map((plan) => ({
    value: plan,
    label: w.planOption(w.plans[plan], f.number(REQUESTS_PER_MINUTE[plan])),
  }));
}
