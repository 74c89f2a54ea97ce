import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { reader } from '../../base/db/transaction.ts';
import { notFound } from '../../base/errors/errors.ts';
import { createdWithin, listPage, type Page, type PageQuery, type TimeRange } from '../../base/http/list-page.ts';
import { SandboxInbox } from './sandbox-inbox.entity.ts';
import { SandboxMessage } from './sandbox-message.entity.ts';
import { sandboxOnly } from '../../gateways/sandbox/sandbox-only.ts';

/** Lists the messages of an inbox. @throws ApiError 403 in production; 404 */
export async function listMessages(
  em: EntityManager,
  { store, inboxId, query }: { store: Store; inboxId: number; query: PageQuery & TimeRange },
): Promise<Page<SandboxMessage>> {
  sandboxOnly(store, 'Inboxes');
  const inbox = await reader(em).findOne(SandboxInbox, { id: inboxId, companyId: store.companyId });
  if (!inbox) throw notFound('inbox', inboxId);
  const { createdAt: receivedAt } = createdWithin(query);
  return listPage(em, SandboxMessage, { inboxId, ...(receivedAt ? { receivedAt } : {}) }, query);
}
