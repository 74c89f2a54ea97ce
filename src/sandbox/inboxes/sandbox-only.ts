import type { Store } from '../../base/environment.ts';
import { forbidden } from '../../base/errors/errors.ts';

/** @throws ApiError 403 `sandbox_only` in production */
export function sandboxOnly({ environment }: Store): void {
  if (environment === 'sandbox') return;
  throw forbidden('sandbox_only', 'Inboxes are there in the sandbox only: use the sandbox token.');
}
