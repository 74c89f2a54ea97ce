import type { EntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../base/db/transaction.ts';
import { conflict } from '../../base/errors/errors.ts';
import { ApiToken } from './api-token.entity.ts';
import { createApiToken, validAt, type NewApiToken } from './api-tokens.ts';
import type { Store } from '../../base/environment.ts';
import { lockCompany } from './lock-company.ts';

/** A store has this many valid tokens in an environment: the token in use, and the token that it changes over to. */
export const MAX_VALID_TOKENS = 2;

/**
 * Gives a store one more token; those that it has go on as they were.
 *
 * @param now real time
 * @throws ApiError 404 `company_not_found`; 409 `too_many_tokens` when two are valid already
 */
export async function issueApiToken(
  em: EntityManager,
  { store, now }: { store: Store; now: Date },
): Promise<NewApiToken> {
  return inTransaction(em, async (tx) => {
    // Tokens that are made at the same time are counted one after the other.
    await lockCompany(tx, store.companyId);
    if ((await tx.count(ApiToken, { $and: [store, validAt(now)] })) >= MAX_VALID_TOKENS) {
      throw conflict(
        'too_many_tokens',
        `A store has at most ${MAX_VALID_TOKENS} valid tokens in an environment: revoke one, or rotate.`,
      );
    }
    const created = createApiToken(tx, store, now);
    await tx.flush();
    return created;
  });
}
