import type { EntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../base/db/transaction.ts';
import { ApiToken } from './api-token.entity.ts';
import { createApiToken, validAt, type NewApiToken } from './api-tokens.ts';
import type { Store } from '../../base/environment.ts';
import { lockCompany } from './lock-company.ts';

/** The time during which the old token works beside the new one, so that a store can change over without an outage. */
export const DEFAULT_OVERLAP_SECONDS = 24 * 3600;

/** The tokens that were valid before the rotation, by their fate. */
interface Rotation {
  /** Works until the overlap has passed. */
  previous: ApiToken | null;
  /** Ids of those before it, which were revoked. */
  older: number[];
}

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
): Promise<NewApiToken & Rotation> {
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
    return { ...created, previous, older: older.map(({ id }) => id) };
  });
}

/** A rotation as the audit log tells it. */
export function describeRotation({
  previous,
  older,
  overlapSeconds,
}: Rotation & { overlapSeconds: number }): Record<string, unknown> {
  return {
    previous: previous && nameOf(previous.id),
    overlap_hours: overlapSeconds / 3600,
    ...(older.length > 0 && { also_revoked: older.map(nameOf) }),
  };
}

function nameOf(tokenId: number): string {
  return `token ${tokenId}`;
}
