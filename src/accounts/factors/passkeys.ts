import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Person } from '../people/person.entity.ts';
import { challengeOf, isChallengeOf } from './challenge.ts';
import { Passkey } from './passkey.entity.ts';

/** Two hundred modules, which a process loads for its first passkey. */
const loadWebAuthn = () => import('@simplewebauthn/server');

/** A page's session, and the site whose passkeys it may use. */
export interface PasskeySite {
  publicUrl: string;
  sessionToken: string;
  now: Date;
}

/** A site that is named by an IP address has no passkeys (WebAuthn, section 5.1.2). */
export function hasPasskeys(publicUrl: string): boolean {
  return isIP(hostOf(publicUrl).replace(/^\[|\]$/g, '')) === 0;
}

/** The options with which a browser uses a person's passkey; null for a person without one. */
export async function proofOptions(
  em: EntityManager,
  { personId, site }: { personId: number; site: PasskeySite },
): Promise<object | null> {
  const passkeys = hasPasskeys(site.publicUrl) ? await em.find(Passkey, { personId }) : [];
  if (passkeys.length === 0) return null;
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: hostOf(site.publicUrl),
    challenge: bytesOf(challengeOf(site.sessionToken, 'prove', site.now)),
    allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
    userVerification: 'preferred',
  });
}

/** The options with which a browser makes a passkey for a person; null where there are none. */
export async function additionOptions(
  em: EntityManager,
  { person, site }: { person: Person; site: PasskeySite },
): Promise<object | null> {
  if (!hasPasskeys(site.publicUrl)) return null;
  const passkeys = await em.find(Passkey, { personId: person.id });
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName: 'Fatura',
    rpID: hostOf(site.publicUrl),
    userName: person.email,
    userDisplayName: person.name,
    // The same for all of a person's passkeys, and no word about who it is.
    userID: new Uint8Array(createHash('sha256').update(`person ${person.id} of ${site.publicUrl}`).digest()),
    challenge: bytesOf(challengeOf(site.sessionToken, 'add', site.now)),
    excludeCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** @returns the passkey that signed, with its new count; null for an answer that proves nothing */
export async function verifyProof(
  em: EntityManager,
  { personId, site, answer }: { personId: number; site: PasskeySite; answer: string },
): Promise<{ passkey: Passkey; counter: number } | null> {
  const response = parse<AuthenticationResponseJSON>(answer);
  const passkey = response && (await em.findOne(Passkey, { personId, credentialId: String(response.id) }));
  if (!passkey) return null;
  const { credentialId: id, publicKey, counter, transports } = passkey;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(site, 'prove'),
      response,
      credential: { id, publicKey: bytesOf(publicKey), counter, transports },
    });
    return verified ? { passkey, counter: authenticationInfo.newCounter } : null;
  } catch {
    return null;
  }
}

/** @returns the new passkey's public half; null for an answer that proves nothing */
export async function verifyAddition(
  site: PasskeySite,
  answer: string,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | null> {
  const response = parse<RegistrationResponseJSON>(answer);
  if (!response) return null;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({ ...expected(site, 'add'), response });
    if (!verified) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
  } catch {
    return null;
  }
}

function expected({ publicUrl, sessionToken, now }: PasskeySite, purpose: 'prove' | 'add') {
  return {
    expectedChallenge: (challenge: string) => isChallengeOf(challenge, { sessionToken, purpose, now }),
    expectedOrigin: new URL(publicUrl).origin,
    expectedRPID: hostOf(publicUrl),
    // The password came before it.
    requireUserVerification: false,
  };
}

function parse<T extends { id: string }>(answer: string): T | null {
  try {
    return JSON.parse(answer) as T | null;
  } catch {
    return null;
  }
}

function hostOf(publicUrl: string): string {
  return new URL(publicUrl).hostname;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'));
}
