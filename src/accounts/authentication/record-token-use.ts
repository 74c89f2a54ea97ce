import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * A token's last use is at most this much older than it says: a write for every request would cost more than it tells.
 */
export const TOKEN_USE_RESOLUTION_MS = 60_000;

/** Writes when and from where a token was last used, unless another process did so within the minute. */
export async function recordTokenUse(
  em: EntityManager,
  { tokenId, address, now }: { tokenId: number; address: string; now: Date },
): Promise<void> {
  await em.execute(
    `update api_tokens set last_used_at = ?, last_used_from = ?
     where id = ? and (last_used_at is null or last_used_at <= ?)`,
    [now, address, tokenId, new Date(now.getTime() - TOKEN_USE_RESOLUTION_MS)],
  );
}
