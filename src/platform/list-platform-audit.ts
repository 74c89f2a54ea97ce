import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditEntry } from '../audit/audit-entry.entity.ts';
import { listPage, type Page, type PageQuery } from '../http/list-page.ts';

/**
 * What concerns no store, and what was done to stores as the platform, newest first, whoever is an operator today. What
 * the people of a store do there is in the store's own log alone, be they operators too.
 */
export function listPlatformAudit(em: EntityManager, query: PageQuery): Promise<Page<AuditEntry>> {
  return listPage(em, AuditEntry, { $or: [{ byOperator: true }, { companyId: null }] }, query);
}
