import { timingSafeEqual } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { hashKey } from '../../base/crypto/keys.ts';
import { runPrepared } from '../../base/db/prepared-statements.ts';
import type { Environment } from '../../base/environment.ts';
import type { Grant } from '../../base/http/grant.ts';
import type { TokenScope } from '../../base/http/token-scopes.ts';
import { isTokenShaped } from '../companies/api-tokens.ts';
import { REQUESTS_AT_ONCE, requestsPerMinuteOf, type Plan } from '../companies/plans.ts';
import { maskApiToken } from '../companies/present-api-token.ts';
import { TOKEN_USE_RESOLUTION_MS } from './record-token-use.ts';
import { FIND_TOKEN } from './find-token-grant.sql.ts';

/** The rights that a valid token gives its bearer. */
export interface TokenGrant extends Grant {
  tokenId: number;
  /** The token as the audit log names it. */
  tokenName: string;
  /** The networks from which it may be used; null: from everywhere. */
  networks: readonly string[] | null;
  /** Whether its last use is to be recorded: that was never done, or longer ago than a minute. */
  useIsDue: boolean;
}

/**
 * Finds the grant of a token that is neither revoked nor expired, or null. The search is a single query, because it
 * precedes every request.
 *
 * The time of the index lookup depends on the hash of the sent token, which nobody can steer towards a stored hash: the
 * time tells nothing about tokens. The decision is a comparison in constant time all the same, so that no one has to
 * trust that argument.
 *
 * @param now real time, by which tokens expire in the sandbox too
 */
export async function findTokenGrant(em: EntityManager, token: string, now: Date): Promise<TokenGrant | null> {
  if (!isTokenShaped(token)) return null;
  const hash = hashKey(token);
  const values = [new Date(now.getTime() - TOKEN_USE_RESOLUTION_MS), hash, now];
  const [row] = await runPrepared<TokenRow>(em, FIND_TOKEN, values);
  if (!row || !timingSafeEqual(Buffer.from(row.token_hash), Buffer.from(hash))) return null;
  return {
    tokenId: Number(row.id),
    tokenName: row.name || maskApiToken(row),
    networks: row.networks,
    scopes: row.scopes,
    store: { companyId: Number(row.company_id), environment: row.environment },
    requestsPerMinute: requestsPerMinuteOf({ plan: row.plan, rateLimitPerMinute: row.rate_limit_per_minute }),
    requestsAtOnce: REQUESTS_AT_ONCE[row.plan],
    isSuspended: row.is_suspended,
    useIsDue: row.use_is_due,
  };
}

/** `bigint` columns arrive as text where no entity says how to read them. */
interface TokenRow {
  id: string;
  token_hash: string;
  company_id: string;
  environment: Environment;
  name: string;
  hint: string | null;
  scopes: TokenScope[] | null;
  networks: string[] | null;
  plan: Plan;
  rate_limit_per_minute: number | null;
  is_suspended: boolean;
  use_is_due: boolean;
}
