import { createHmac } from 'node:crypto';

/** A page may be open for so long before its passkey is used. */
const LASTS_MS = 10 * 60_000;

/** A passkey signs to prove a person, or to be added to their account. */
export type ChallengePurpose = 'prove' | 'add';

/**
 * The challenge of a session's pages. It follows from the session's token, 256 bits that its browser alone sends, so
 * nothing is kept; the session remembers the last answer, which does not count again.
 */
export function challengeOf(sessionToken: string, purpose: ChallengePurpose, now: Date): string {
  return challengeIn(sessionToken, purpose, Math.floor(now.getTime() / LASTS_MS));
}

/** Whether a challenge is of this session, and of the last ten to twenty minutes. */
export function isChallengeOf(
  challenge: string,
  { sessionToken, purpose, now }: { sessionToken: string; purpose: ChallengePurpose; now: Date },
): boolean {
  const current = Math.floor(now.getTime() / LASTS_MS);
  return [current, current - 1].some((span) => challengeIn(sessionToken, purpose, span) === challenge);
}

function challengeIn(sessionToken: string, purpose: ChallengePurpose, span: number): string {
  return createHmac('sha256', sessionToken).update(`passkey ${purpose} ${span}`).digest('base64url');
}
