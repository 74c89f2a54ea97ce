import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditEntry } from '../accounts/audit/audit-entry.entity.ts';
import { listPage, type Page, type PageQuery } from '../base/http/list-page.ts';

/**
 * Lists the acts that concern no store, and the acts on stores as the platform, newest first, whoever is an operator
 * today. The acts of a store's people there are in the store's own log alone, be they operators too.
 */
export function listPlatformAudit(em: EntityManager, query: PageQuery): Promise<Page<AuditEntry>> {
  return listPage(em, AuditEntry, { $or: [{ byOperator: true }, { companyId: null }] }, query);
}
