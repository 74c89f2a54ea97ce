import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import { hashKey, isKeyShaped, newKey } from '../../base/crypto/keys.ts';
import { ApiToken } from './api-token.entity.ts';
import type { Environment, Store } from '../../base/environment.ts';

/** The beginning of a token, so that people and programs that look for leaked secrets know it at sight. */
export const TOKEN_PREFIXES: Record<Environment, string> = { production: 'fatura_live_', sandbox: 'fatura_test_' };

/** A text without this shape is no token, and the database need not be asked. */
export function isTokenShaped(text: string): boolean {
  return Object.values(TOKEN_PREFIXES).some(
    (prefix) => text.startsWith(prefix) && isKeyShaped(text.slice(prefix.length)),
  );
}

/** Too few characters to be of use to anyone but the one who holds the token and wants to know which it is. */
const HINT_LENGTH = 4;

/** A token that was just made. `token` can be shown now and never again: the record keeps its hash alone. */
export interface NewApiToken {
  token: string;
  record: ApiToken;
}

/** The part of a token that people decide. */
export type TokenTerms = Pick<ApiToken, 'name' | 'scopes' | 'networks' | 'expiresAt'>;

/** A token that may do everything, from everywhere, until it is revoked. */
export const UNBOUND: TokenTerms = { name: '', scopes: null, networks: null, expiresAt: null };

/** A new 256-bit token, written with the next flush. */
export function createApiToken(
  em: EntityManager,
  { companyId, environment }: Store,
  { now, terms = UNBOUND }: { now: Date; terms?: TokenTerms },
): NewApiToken {
  const token = TOKEN_PREFIXES[environment] + newKey();
  const record = em.create(ApiToken, {
    companyId,
    environment,
    tokenHash: hashKey(token),
    hint: token.slice(-HINT_LENGTH),
    ...terms,
    createdAt: now,
    lastUsedAt: null,
    lastUsedFrom: null,
    refusalMailedAt: null,
    revokedAt: null,
  });
  return { token, record };
}

/** The condition of tokens that open the API. @param now real time */
export function validAt(now: Date): FilterQuery<ApiToken> {
  return { revokedAt: null, $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] };
}
