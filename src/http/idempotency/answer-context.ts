import type { Store } from '../../companies/environment.ts';

/** What a kept answer is sealed for, and under which its twins wait. */
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
