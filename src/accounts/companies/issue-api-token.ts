import type { EntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../base/db/transaction.ts';
import { conflict } from '../../base/errors/errors.ts';
import { ApiToken } from './api-token.entity.ts';
import { createApiToken, validAt, type NewApiToken, type TokenTerms } from './api-tokens.ts';
import type { Store } from '../../base/environment.ts';
import { lockCompany } from './lock-company.ts';

/** A store has this many valid tokens in an environment: one for each program, and those that they change over to. */
export const MAX_VALID_TOKENS = 20;

/**
 * Gives a store one more token; those that it has go on as they were.
 *
 * @param now real time
 * @throws ApiError 404 `company_not_found`; 409 `too_many_tokens` when that many are valid already
 */
export async function issueApiToken(
  em: EntityManager,
  { store, now, terms }: { store: Store; now: Date; terms?: TokenTerms },
): Promise<NewApiToken> {
  return inTransaction(em, async (tx) => {
    // Tokens that are made at the same time are counted one after the other.
    await lockCompany(tx, store.companyId);
    await refuseTooMany(tx, { store, now });
    const created = createApiToken(tx, store, { now, ...(terms && { terms }) });
    await tx.flush();
    return created;
  });
}

/** @throws ApiError 409 `too_many_tokens` where one more would be too many */
export async function refuseTooMany(tx: EntityManager, { store, now }: { store: Store; now: Date }): Promise<void> {
  if ((await tx.count(ApiToken, { $and: [store, validAt(now)] })) < MAX_VALID_TOKENS) return;
  throw conflict(
    'too_many_tokens',
    `A store has at most ${MAX_VALID_TOKENS} valid tokens in an environment: revoke one.`,
  );
}
