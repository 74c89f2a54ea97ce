import type { Store } from '../../environment.ts';

/** The context for which a kept answer is sealed, and under which requests with the same key wait. */
export function answerContext({
  store: { companyId, environment },
  route,
  key,
}: {
  store: Store;
  route: string;
  key: string;
}): string {
  return `idempotency:${companyId}:${environment}:${route}:${key}`;
}
