import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Finding } from './sandbox-message.entity.ts';

/** The receiver's half of `signatureHeaders`, as the documentation tells receivers to do it. */
export interface SignedRequest {
  headers: Record<string, string>;
  /** The bytes as they came. */
  body: Buffer;
  /** Real time. */
  now: Date;
}

/** Secrets of one webhook; the previous one only while it is valid. */
export interface Secrets {
  current: string;
  previous: string | null;
}

export interface Findings {
  service: Finding;
  standard: Finding;
}

/** A delivery that was signed longer ago than this may be an old one that somebody sends again. */
const TOLERANCE_SECONDS = 300;

export function checkSignatures(request: SignedRequest, secrets: Secrets): Findings {
  return { service: checkService(request, secrets), standard: checkStandard(request, secrets) };
}

/** Without a secret, all that can be said is what is there. */
export function withoutSecret({ headers }: Pick<SignedRequest, 'headers'>): Findings {
  return {
    service: headers['x-service-signature'] ? 'unchecked' : 'missing',
    standard: headers['webhook-signature'] ? 'unchecked' : 'missing',
  };
}

function checkService({ headers, body }: SignedRequest, secrets: Secrets): Finding {
  const given = headers['x-service-signature'];
  if (!given) return 'missing';
  return whichMade(secrets, (secret) => {
    return areEqual(given, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  });
}

function checkStandard({ headers, body, now }: SignedRequest, secrets: Secrets): Finding {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': list } = headers;
  if (!list) return 'missing';
  const given = list.split(' ');
  const made = whichMade(secrets, (secret) => {
    const hmac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'));
    const expected = `v1,${hmac.update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
    return given.some((one) => areEqual(one, expected));
  });
  if (made === 'wrong') return made;
  const ageSeconds = now.getTime() / 1000 - Number(timestamp);
  return Math.abs(ageSeconds) <= TOLERANCE_SECONDS ? made : 'old';
}

function whichMade({ current, previous }: Secrets, isMadeWith: (secret: string) => boolean): Finding {
  if (isMadeWith(current)) return 'valid';
  return previous !== null && isMadeWith(previous) ? 'previous' : 'wrong';
}

/** In a time that does not depend on where they differ. */
function areEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
