import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditEntry } from '../audit/audit-entry.entity.ts';
import { ADMIN_ACTOR } from '../audit/record-audit.ts';
import { reader } from '../db/transaction.ts';
import { listPage, type Page, type PageQuery } from '../http/list-page.ts';
import { Person } from '../people/person.entity.ts';

/**
 * What concerns no store, and what operators did to stores, newest first. What the people of a store do there is in the
 * store's own log alone.
 */
export async function listPlatformAudit(em: EntityManager, query: PageQuery): Promise<Page<AuditEntry>> {
  const operators = await reader(em).find(Person, { isOperator: true }, { fields: ['id'] });
  const byOperator = { personId: operators.map(({ id }) => id) };
  const byCommand = { personId: null, actor: ADMIN_ACTOR.name };
  return listPage(em, AuditEntry, { $or: [{ companyId: null }, byOperator, byCommand] }, query);
}
