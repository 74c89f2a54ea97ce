import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { notFound } from '../../base/errors/errors.ts';
import { SandboxInbox } from './sandbox-inbox.entity.ts';
import { sandboxOnly } from '../../gateways/sandbox/sandbox-only.ts';

/** With everything that came to it. @throws ApiError 403 in production; 404 */
export async function deleteInbox(
  em: EntityManager,
  { store, inboxId }: { store: Store; inboxId: number },
): Promise<void> {
  sandboxOnly(store, 'Inboxes');
  const deleted = await em.nativeDelete(SandboxInbox, { id: inboxId, companyId: store.companyId });
  if (deleted === 0) throw notFound('inbox', inboxId);
}
