import { createHash, randomBytes } from 'node:crypto';
import type { SecretBox } from '../base/crypto/secret-box.ts';

/** A phone finds a number within two seconds; a thousand cards cost half an hour of a processor. */
const BITS = 15;
const LASTS_MS = 10 * 60_000;
const PURPOSE = 'challenge of a card';

/** A riddle of a checkout: a number whose SHA-256 with the challenge begins with so many zero bits. */
export interface CardChallenge {
  challenge: string;
  bits: number;
}

/** Makes a challenge that says when it ends and for which checkout it is: nothing of it is kept. */
export function makeChallenge(secrets: SecretBox, { hash, now }: { hash: string; now: Date }): CardChallenge {
  const said = `${now.getTime() + LASTS_MS}.${randomBytes(12).toString('base64url')}`;
  return { challenge: `${said}.${sign(secrets, hash, said)}`, bits: BITS };
}

/** @param challenge with the number that was found, `challenge.number` */
export function isSolved(
  secrets: SecretBox,
  { hash, challenge, now }: { hash: string; challenge: string; now: Date },
): boolean {
  const [, said = '', ends = '', signature = ''] =
    /^((\d{1,15})\.[\w-]{16})\.([\w-]{22})\.\d{1,12}$/.exec(challenge) ?? [];
  if (!said || Number(ends) < now.getTime()) return false;
  const isOurs = secrets.signer(PURPOSE).isValid(`${hash} ${said}`, Buffer.from(signature, 'base64url'));
  return isOurs && zeroBitsOf(createHash('sha256').update(challenge).digest()) >= BITS;
}

function sign(secrets: SecretBox, hash: string, said: string): string {
  return secrets.signer(PURPOSE).sign(`${hash} ${said}`).subarray(0, 16).toString('base64url');
}

function zeroBitsOf(digest: Buffer): number {
  const first = digest.findIndex((byte) => byte !== 0);
  return first < 0 ? digest.length * 8 : first * 8 + Math.clz32(digest[first]!) - 24;
}
