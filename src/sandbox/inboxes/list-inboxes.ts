import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { createdWithin, listPage, type Page, type PageQuery, type TimeRange } from '../../base/http/list-page.ts';
import { SandboxInbox } from './sandbox-inbox.entity.ts';
import { sandboxOnly } from '../../gateways/sandbox/sandbox-only.ts';

/** @throws ApiError 403 in production */
export async function listInboxes(
  em: EntityManager,
  { store, query }: { store: Store; query: PageQuery & TimeRange },
): Promise<Page<SandboxInbox>> {
  sandboxOnly(store, 'Inboxes');
  return listPage(em, SandboxInbox, { companyId: store.companyId, ...createdWithin(query) }, query);
}
