import type { EntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../base/db/transaction.ts';
import { notFound } from '../../base/errors/errors.ts';
import { ApiToken } from './api-token.entity.ts';
import type { Environment } from '../../base/environment.ts';

/**
 * Ends a token now: the next request with it is refused. To revoke it again changes nothing.
 *
 * @param environment given, a token of the other one is none
 * @throws ApiError 404 `token_not_found`, for another company's token too
 */
export async function revokeApiToken(
  em: EntityManager,
  {
    companyId,
    environment,
    tokenId,
    now,
  }: { companyId: number; environment?: Environment; tokenId: number; now: Date },
): Promise<ApiToken> {
  return inTransaction(em, async (tx) => {
    const token = await tx.findOne(ApiToken, { id: tokenId, companyId, ...(environment && { environment }) });
    if (!token) throw notFound('token', tokenId);
    token.revokedAt ??= now;
    return token;
  });
}
