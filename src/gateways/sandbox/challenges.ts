import type { SecretBox } from '../../base/crypto/secret-box.ts';

/** Addresses of the sandbox bank's "is it you?" page. Nobody can guess an address: each is signed for its attempt. */
export interface Challenges {
  urlOf(attemptId: number): string;
  /** The attempt of a challenge's name, or null for a name that we did not give. */
  attemptOf(name: string): number | null;
}

/** 32 characters of an address. */
const SIGNATURE_BYTES = 24;

export function createChallenges({ secrets, publicUrl }: { secrets: SecretBox; publicUrl: string }): Challenges {
  const signer = secrets.signer('sandbox gateway challenges');
  return {
    urlOf(attemptId) {
      const signature = signer.sign(String(attemptId)).subarray(0, SIGNATURE_BYTES).toString('base64url');
      return `${publicUrl}/gateways/sandbox/challenges/${attemptId}.${signature}`;
    },
    attemptOf(name) {
      const match = /^([1-9]\d{0,14})\.([\w-]{32})$/.exec(name);
      if (!match) return null;
      const [, attemptId, signature] = match;
      return signer.isValid(attemptId!, Buffer.from(signature!, 'base64url')) ? Number(attemptId) : null;
    },
  };
}
