import type { EntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../base/db/transaction.ts';
import { notFound } from '../../base/errors/errors.ts';
import { ApiToken } from './api-token.entity.ts';
import { createApiToken, UNBOUND, validAt, type NewApiToken, type TokenTerms } from './api-tokens.ts';
import type { Store } from '../../base/environment.ts';
import { refuseTooMany } from './issue-api-token.ts';
import { lockCompany } from './lock-company.ts';

/** The time during which the old token works beside the new one, so that a store can change over without an outage. */
export const DEFAULT_OVERLAP_SECONDS = 24 * 3600;

interface Rotation {
  /** The token that is replaced: it works until the overlap has passed. Null for a store that has no valid token. */
  previous: ApiToken | null;
}

/**
 * Gives a store a new token in place of one that is valid, with the same name, rights and networks. The one before goes
 * on working for the overlap (0 ends it now), but never longer than it would have. Other tokens stay as they are.
 *
 * @param tokenId the token to replace; the newest valid one unless given
 * @param now real time
 * @throws ApiError 404 `company_not_found`, or `token_not_found` for a token that is not valid; 409 `too_many_tokens`
 */
export async function rotateApiToken(
  em: EntityManager,
  { store, tokenId, overlapSeconds, now }: { store: Store; tokenId?: number; overlapSeconds: number; now: Date },
): Promise<NewApiToken & Rotation> {
  return inTransaction(em, async (tx) => {
    await lockCompany(tx, store.companyId);
    const which = { $and: [store, validAt(now), tokenId === undefined ? {} : { id: tokenId }] };
    const previous = await tx.findOne(ApiToken, which, { orderBy: { id: 'desc' }, refresh: true });
    if (!previous && tokenId !== undefined) throw notFound('token', tokenId);
    if (overlapSeconds > 0) await refuseTooMany(tx, { store, now });
    // The terms of before, and its end: a rotation must not make a token live for longer.
    const terms = previous ? termsOf(previous) : UNBOUND;
    if (previous && overlapSeconds > 0) {
      const end = new Date(now.getTime() + overlapSeconds * 1000);
      previous.expiresAt = previous.expiresAt && previous.expiresAt < end ? previous.expiresAt : end;
    } else if (previous) {
      // Not an expiry of now: a process whose clock is behind would let the token in a little longer.
      previous.revokedAt = now;
    }
    const created = createApiToken(tx, store, { now, terms });
    await tx.flush();
    return { ...created, previous };
  });
}

function termsOf({ name, scopes, networks, expiresAt }: ApiToken): TokenTerms {
  return { name, scopes, networks, expiresAt };
}

/** A rotation as the audit log tells it. */
export function describeRotation({
  previous,
  overlapSeconds,
}: Rotation & { overlapSeconds: number }): Record<string, unknown> {
  return { previous: previous && `token ${previous.id}`, overlap_hours: overlapSeconds / 3600 };
}
