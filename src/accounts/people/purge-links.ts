import type { EntityManager } from '@mikro-orm/postgresql';
import { AccessLink } from './access-link.entity.ts';

/** A link that opens nothing any more is kept for as long as somebody may ask about the fate of an invitation. */
const KEPT_MS = 30 * 24 * 3_600_000;

/**
 * Forgets links that were used or taken back, or have expired, 30 days ago. The statement needs no index: because of it
 * the table holds the links of a few weeks.
 *
 * @returns how many were forgotten
 */
export function purgeLinks(em: EntityManager, now: Date): Promise<number> {
  const old = new Date(now.getTime() - KEPT_MS);
  return em.fork().nativeDelete(AccessLink, { $or: [{ usedAt: { $lt: old } }, { expiresAt: { $lt: old } }] });
}
