import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** A clock that is one period off, in either direction, still makes codes that count (RFC 6238, section 5.2). */
const WINDOW = 1;

/** A new secret of 160 bits, base32: RFC 4226, section 4, asks for no fewer than 128. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an app reads from a QR code. */
export function totpUri(secret: string, label: string): string {
  return totpOf(secret, label).toString();
}

/** @returns the period to which a code of six digits belongs; null for one that is wrong @param now real time */
export function totpPeriodOf(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: 'Fatura', label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_SECONDS });
}
