import type { Store } from '../../base/environment.ts';
import { forbidden } from '../../base/errors/errors.ts';

/**
 * @param what in the plural: `Inboxes`
 * @throws ApiError 403 `sandbox_only` in production
 */
export function sandboxOnly({ environment }: Store, what: string): void {
  if (environment === 'sandbox') return;
  throw forbidden('sandbox_only', `${what} are there in the sandbox only: use the sandbox token.`);
}
