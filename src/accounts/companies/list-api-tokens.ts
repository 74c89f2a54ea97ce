import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import { reader } from '../../base/db/transaction.ts';
import { notFound } from '../../base/errors/errors.ts';
import { listPage, type Page, type PageQuery } from '../../base/http/list-page.ts';
import { ApiToken } from './api-token.entity.ts';
import { validAt } from './api-tokens.ts';
import { Company } from './company.entity.ts';
import type { Store } from '../../base/environment.ts';

/**
 * Every token that a company has had, the oldest first; those that were revoked or have expired too.
 *
 * @throws ApiError 404 `company_not_found`
 */
export async function listApiTokens(em: EntityManager, companyId: number): Promise<ApiToken[]> {
  if (!(await em.findOne(Company, companyId))) throw notFound('company', companyId);
  return em.find(ApiToken, { companyId }, { orderBy: { id: 'asc' } });
}

/** A token of one environment of a store, valid or not. @throws ApiError 404 `token_not_found` */
export async function findApiToken(
  em: EntityManager,
  { store, tokenId }: { store: Store; tokenId: number },
): Promise<ApiToken> {
  const token = await reader(em).findOne(ApiToken, { ...store, id: tokenId });
  if (!token) throw notFound('token', tokenId);
  return token;
}

/** The tokens that open one environment of a store now, the newest first. @param now real time */
export function listValidTokens(em: EntityManager, { store, now }: { store: Store; now: Date }): Promise<ApiToken[]> {
  return reader(em).find(ApiToken, { $and: [store, validAt(now)] }, { orderBy: { id: 'desc' } });
}

/** A page of those that opened one environment of a store and no longer do. @param now real time */
export function listEndedTokens(
  em: EntityManager,
  { store, now, query }: { store: Store; now: Date; query: PageQuery },
): Promise<Page<ApiToken>> {
  const where: FilterQuery<ApiToken> = { ...store, $or: [{ revokedAt: { $ne: null } }, { expiresAt: { $lte: now } }] };
  return listPage(em, ApiToken, where, query);
}
