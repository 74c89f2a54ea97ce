import type { EntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../db/transaction.ts';
import { ApiToken } from './api-token.entity.ts';
import { createApiToken, validAt, type NewApiToken } from './api-tokens.ts';
import type { Store } from './environment.ts';
import { lockCompany } from './lock-company.ts';

/** How long the old token works beside the new one, so that a store can change over without an outage. */
export const DEFAULT_OVERLAP_SECONDS = 24 * 3600;

/**
 * Gives a store a new token. The newest valid one goes on working for the overlap (0 ends it now), but never longer
 * than it would have; any that are older still are revoked now. So at most two are valid, whoever else rotates.
 *
 * @param now real time
 * @throws ApiError 404 `company_not_found`
 */
export async function rotateApiToken(
  em: EntityManager,
  { store, overlapSeconds, now }: { store: Store; overlapSeconds: number; now: Date },
): Promise<NewApiToken & { previous: ApiToken | null }> {
  return inTransaction(em, async (tx) => {
    await lockCompany(tx, store.companyId);
    const valid = await tx.find(ApiToken, { $and: [store, validAt(now)] }, { orderBy: { id: 'desc' } });
    const [previous = null, ...older] = valid;
    if (previous && overlapSeconds > 0) {
      const end = new Date(now.getTime() + overlapSeconds * 1000);
      previous.expiresAt = previous.expiresAt && previous.expiresAt < end ? previous.expiresAt : end;
    } else if (previous) {
      // Not an expiry of now: a process whose clock is behind would let the token in a little longer.
      previous.revokedAt = now;
    }
    for (const token of older) token.revokedAt = now;
    const created = createApiToken(tx, store, now);
    await tx.flush();
    return { ...created, previous };
  });
}
