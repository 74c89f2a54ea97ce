import type { EntityManager } from '@mikro-orm/postgresql';
import { notFound } from '../errors/errors.ts';
import { ApiToken } from './api-token.entity.ts';

/**
 * Ends a token now: the next request with it is refused. To revoke it again changes nothing.
 *
 * @throws ApiError 404 `token_not_found`, for another company's token too
 */
export async function revokeApiToken(
  em: EntityManager,
  { companyId, tokenId, now }: { companyId: number; tokenId: number; now: Date },
): Promise<ApiToken> {
  const token = await em.findOne(ApiToken, { id: tokenId, companyId });
  if (!token) throw notFound('token', tokenId);
  token.revokedAt ??= now;
  await em.flush();
  return token;
}
