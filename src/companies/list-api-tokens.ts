import type { EntityManager } from '@mikro-orm/postgresql';
import { notFound } from '../errors/errors.ts';
import { ApiToken } from './api-token.entity.ts';
import { Company } from './company.entity.ts';

/**
 * Every token that a company has had, the oldest first; those that were revoked or have expired too.
 *
 * @throws ApiError 404 `company_not_found`
 */
export async function listApiTokens(em: EntityManager, companyId: number): Promise<ApiToken[]> {
  if (!(await em.findOne(Company, companyId))) throw notFound('company', companyId);
  return em.find(ApiToken, { companyId }, { orderBy: { id: 'asc' } });
}
