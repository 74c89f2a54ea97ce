import type { Store } from '../base/environment.ts';

const SANDBOX_SUFFIX = '-sandbox';

/** Where a store has its gateway call back: `/gateways/<gateway>/12`, or `12-sandbox` for its sandbox. */
export function callbackPath(gateway: string, { companyId, environment }: Store): string {
  return `/gateways/${gateway}/${companyId}${environment === 'sandbox' ? SANDBOX_SUFFIX : ''}`;
}

/** The store that the last part of such a path names, or null. */
export function readStoreKey(key: string): Store | null {
  const match = new RegExp(`^([1-9]\\d{0,14})(${SANDBOX_SUFFIX})?$`).exec(key);
  if (!match) return null;
  return { companyId: Number(match[1]), environment: match[2] ? 'sandbox' : 'production' };
}
