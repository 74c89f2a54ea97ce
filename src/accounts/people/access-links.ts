import type { EntityManager } from '@mikro-orm/postgresql';
import { ApiError } from '../../base/errors/errors.ts';
import { AccessLink } from './access-link.entity.ts';
import { hashKey, newKey } from '../../base/crypto/keys.ts';

export const INVITATION_MS = 7 * 24 * 3_600_000;
export const RESET_MS = 60 * 60_000;

type NewLink = Pick<AccessLink, 'kind' | 'email' | 'personId' | 'companyId' | 'role'> &
  Partial<Pick<AccessLink, 'invitedById' | 'environment'>>;

/** A new link, written with the next flush. @returns its token, which is mailed and kept nowhere */
export function createLink(
  tx: EntityManager,
  link: NewLink,
  { now, lastsMs }: { now: Date; lastsMs: number },
): { token: string; expiresAt: Date } {
  const token = newKey();
  const expiresAt = new Date(now.getTime() + lastsMs);
  tx.create(AccessLink, {
    invitedById: null,
    environment: null,
    ...link,
    tokenHash: hashKey(token),
    createdAt: now,
    expiresAt,
    usedAt: null,
  });
  return { token, expiresAt };
}

/**
 * Finds the link that a token opens. @throws ApiError 404 `link_not_found` when it was used, taken back, has expired,
 * or never was
 */
export async function findLink(
  em: EntityManager,
  { token, now, lock = false }: { token: string; now: Date; lock?: boolean },
): Promise<AccessLink> {
  const valid = { tokenHash: hashKey(token), usedAt: null, expiresAt: { $gt: now } };
  const link = await em.findOne(AccessLink, valid, lock ? { lockMode: 4 } : {});
  if (link) return link;
  throw new ApiError({
    status: 404,
    code: 'link_not_found',
    title: 'Not found',
    detail: 'This link was used already or has expired. Ask for a new one.',
  });
}

/**
 * Ends every link of a kind that a person, or an address invited to a store, still has, as a new one takes their place;
 * or the invitations of a member who may invite no more.
 */
export function endLinks(
  em: EntityManager,
  which: Partial<Pick<AccessLink, 'kind' | 'email' | 'personId' | 'companyId' | 'environment' | 'id' | 'invitedById'>>,
  now: Date,
): Promise<number> {
  return em.nativeUpdate(AccessLink, { ...which, usedAt: null }, { usedAt: now });
}

/** The address that is mailed. */
export function linkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/panel/links/${token}`;
}
