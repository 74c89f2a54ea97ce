import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../audit/record-audit.ts';
import { hashKey, newKey } from '../../base/crypto/keys.ts';
import { PersonSession } from './person-session.entity.ts';
import { Person } from './person.entity.ts';

/** A session ends when nobody used it for so long, and in any case after a week. */
export const IDLE_MS = 12 * 3_600_000;
export const LIFETIME_MS = 7 * 24 * 3_600_000;
/** A write for every page would cost more than it tells. */
const SEEN_RESOLUTION_MS = 60_000;

export interface SignedIn {
  session: PersonSession;
  person: Person;
}

/**
 * Begins a session, written with the next flush. The session of a person with a second factor waits for it.
 *
 * @returns what the browser's cookie carries
 */
export function beginSession(
  tx: EntityManager,
  { person, address, userAgent, now }: { person: Person; now: Date } & Pick<Actor, 'address' | 'userAgent'>,
): string {
  const token = newKey();
  tx.create(PersonSession, {
    personId: person.id,
    tokenHash: hashKey(token),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
    address,
    userAgent: userAgent.slice(0, 300),
    factorAt: null,
    isPending: person.hasSecondFactor,
    lastProof: null,
  });
  return token;
}

/**
 * The session that a cookie belongs to, or null: it has ended, or there never was one.
 *
 * @param isUse whether somebody does something, which keeps the session; a page that refreshes by itself does not
 */
export async function findSession(
  em: EntityManager,
  { token, now, isUse }: { token: string; now: Date; isUse: boolean },
): Promise<SignedIn | null> {
  const fork = em.fork();
  const session = await fork.findOne(PersonSession, {
    tokenHash: hashKey(token),
    expiresAt: { $gt: now },
    lastSeenAt: { $gt: new Date(now.getTime() - IDLE_MS) },
  });
  if (!session) return null;
  const person = await fork.findOneOrFail(Person, session.personId);
  if (isUse && now.getTime() - session.lastSeenAt.getTime() >= SEEN_RESOLUTION_MS) {
    await fork.nativeUpdate(PersonSession, { id: session.id }, { lastSeenAt: now });
  }
  return { session, person };
}

/** Signs a person out everywhere, or everywhere else. @returns how many sessions ended */
export function endSessions(
  em: EntityManager,
  { personId, exceptId }: { personId: number; exceptId?: number },
): Promise<number> {
  return em.nativeDelete(PersonSession, { personId, ...(exceptId !== undefined && { id: { $ne: exceptId } }) });
}

/** Ends one session of a person's own; another person's is not touched. */
export function endSession(em: EntityManager, { personId, id }: { personId: number; id: number }): Promise<number> {
  return em.nativeDelete(PersonSession, { personId, id });
}

/** Where a person is signed in, the newest first. */
export function listSessions(em: EntityManager, personId: number, now: Date): Promise<PersonSession[]> {
  const valid = { expiresAt: { $gt: now }, lastSeenAt: { $gt: new Date(now.getTime() - IDLE_MS) } };
  return em.find(PersonSession, { personId, ...valid }, { orderBy: { lastSeenAt: 'desc', id: 'desc' } });
}

/** Forgets sessions that have ended. */
export function purgeSessions(em: EntityManager, now: Date): Promise<number> {
  const idle = { lastSeenAt: { $lte: new Date(now.getTime() - IDLE_MS) } };
  return em.fork().nativeDelete(PersonSession, { $or: [idle, { expiresAt: { $lte: now } }] });
}
