import type { EntityManager } from '@mikro-orm/postgresql';
import { given, listPage, type Page, type PageQuery } from '../../base/http/list-page.ts';
import { AuditEntry } from './audit-entry.entity.ts';

/**
 * Lists the acts in a store, in both its environments, newest first; only by a person or a token, or only one kind of
 * act. A search by person leaves out the acts of a person as the platform: the store does not learn who that was.
 */
export function listAudit(
  em: EntityManager,
  { companyId, query }: { companyId: number; query: PageQuery & { person?: number; token?: number; action?: string } },
): Promise<Page<AuditEntry>> {
  const { person, token, action } = query;
  const byPerson = person === undefined ? {} : { personId: person, byOperator: false };
  return listPage(em, AuditEntry, { companyId, ...byPerson, ...given({ action, tokenId: token }) }, query);
}
