import type { EntityManager } from '@mikro-orm/postgresql';
import { listPage, type Page, type PageQuery } from '../http/list-page.ts';
import { AuditEntry } from './audit-entry.entity.ts';

/** What was done in a store, in both its environments, newest first. */
export function listAudit(
  em: EntityManager,
  { companyId, query }: { companyId: number; query: PageQuery },
): Promise<Page<AuditEntry>> {
  return listPage(em, AuditEntry, { companyId }, query);
}
