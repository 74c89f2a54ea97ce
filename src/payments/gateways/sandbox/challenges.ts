import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretBox } from '../../../crypto/secret-box.ts';

/** Addresses of the sandbox bank's "is it you?" page. They cannot be guessed: each is signed for its attempt. */
export interface Challenges {
  urlOf(attemptId: number): string;
  /** The attempt of a challenge's name, or null for a name that we did not give. */
  attemptOf(name: string): number | null;
}

export function createChallenges({ secrets, publicUrl }: { secrets: SecretBox; publicUrl: string }): Challenges {
  const secret = secrets.derive('sandbox gateway challenges');
  const sign = (attemptId: number): string =>
    createHmac('sha256', secret).update(String(attemptId)).digest('base64url').slice(0, 32);
  return {
    urlOf: (attemptId) => `${publicUrl}/gateways/sandbox/challenges/${attemptId}.${sign(attemptId)}`,
    attemptOf(name) {
      const match = /^([1-9]\d{0,14})\.([\w-]{32})$/.exec(name);
      if (!match) return null;
      const attemptId = Number(match[1]);
      const isOurs = timingSafeEqual(Buffer.from(match[2]!), Buffer.from(sign(attemptId)));
      return isOurs ? attemptId : null;
    },
  };
}
