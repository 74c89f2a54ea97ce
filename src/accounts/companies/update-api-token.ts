import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { notFound } from '../../base/errors/errors.ts';
import { ApiToken } from './api-token.entity.ts';
import { validAt, type TokenTerms } from './api-tokens.ts';

/**
 * Changes the name, the rights and the networks of a token that is valid; the next request with it is held to them.
 *
 * @param now real time
 * @returns the fields that changed, with their new values
 * @throws ApiError 404 `token_not_found`, for a token of another store or environment too
 */
export async function updateApiToken(
  em: EntityManager,
  { store, tokenId, terms, now }: { store: Store; tokenId: number; terms: Omit<TokenTerms, 'expiresAt'>; now: Date },
): Promise<Partial<TokenTerms>> {
  return inTransaction(em, async (tx) => {
    const token = await tx.findOne(ApiToken, { $and: [store, { id: tokenId }, validAt(now)] });
    if (!token) throw notFound('token', tokenId);
    const changed = Object.entries(terms).filter(
      ([name, value]) => JSON.stringify(token[name as keyof typeof terms]) !== JSON.stringify(value),
    );
    Object.assign(token, terms);
    return Object.fromEntries(changed);
  });
}
