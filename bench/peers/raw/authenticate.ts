import { createHash, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { REQUESTS_PER_MINUTE, type Plan } from '../../../src/accounts/companies/plans.ts';
import { Refusal } from './refusal.ts';

/** The store that a token speaks for, with what its invoices need to know of it. */
export interface StoreGrant {
  companyId: number;
  companyName: string;
  environment: string;
  abandonmentSeconds: number;
  requestsPerMinute: number;
}

interface TokenRow {
  id: string;
  token_hash: string;
  company_id: string;
  name: string;
  environment: string;
  plan: Plan;
  rate_limit_per_minute: number | null;
  abandonment_seconds: number;
  is_suspended: boolean;
  use_is_due: boolean;
}

const WINDOW_MS = 60_000;

/** Finds the store of a bearer token, by the token's hash. @throws Refusal 401 or 403 */
export async function authenticate(pool: Pool, authorization: string): Promise<StoreGrant> {
  const token = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1];
  if (!token) throw new Refusal(401, 'token_missing', 'Send Authorization: Bearer <token>.');
  const hash = createHash('sha256').update(token).digest('hex');
  const { rows } = await pool.query<TokenRow>(
    `select t.id, t.token_hash, t.company_id, t.environment, c.name, c.plan, c.rate_limit_per_minute,
            c.abandonment_seconds, c.suspended_at is not null as is_suspended,
            (t.last_used_at is null or t.last_used_at <= now() - interval '1 minute') as use_is_due
       from api_tokens t join companies c on c.id = t.company_id
      where t.token_hash = $1 and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())`,
    [hash],
  );
  const row = rows[0];
  if (!row || !timingSafeEqual(Buffer.from(row.token_hash), Buffer.from(hash))) {
    throw new Refusal(401, 'token_unknown', 'This API token does not exist, has expired or was revoked.');
  }
  if (row.is_suspended) throw new Refusal(403, 'store_suspended', 'This store is suspended.');
  if (row.use_is_due) await pool.query('update api_tokens set last_used_at = now() where id = $1', [row.id]);
  return {
    companyId: Number(row.company_id),
    companyName: row.name,
    environment: row.environment,
    abandonmentSeconds: row.abandonment_seconds,
    requestsPerMinute: row.rate_limit_per_minute ?? REQUESTS_PER_MINUTE[row.plan],
  };
}

/** Counts a request against what its store may make in a minute. @throws Refusal 429 */
export async function limitRate(pool: Pool, { companyId, environment, requestsPerMinute }: StoreGrant): Promise<void> {
  const now = Date.now();
  const { rows } = await pool.query<{ points: number }>(
    `insert into rate_limit_counters (key, points, expire) values ($1, 1, $2)
     on conflict (key) do update set
       points = case when rate_limit_counters.expire <= $3 then 1 else rate_limit_counters.points + 1 end,
       expire = case when rate_limit_counters.expire <= $3 then $2 else rate_limit_counters.expire end
     returning points`,
    [`requests:${companyId}:${environment}`, now + WINDOW_MS, now],
  );
  if (rows[0]!.points <= requestsPerMinute) return;
  throw new Refusal(429, 'rate_limited', `This store may make ${requestsPerMinute} requests a minute.`);
}
