import { prepared } from '../../base/db/prepared-statements.ts';

export const FIND_TOKEN = prepared(
  'find_token_grant',
  `select t.id, t.token_hash, t.company_id, t.environment, t.name, t.hint, t.scopes, t.networks, c.plan, c.rate_limit_per_minute,
          c.suspended_at is not null as is_suspended,
          (t.last_used_at is null or t.last_used_at <= $1) as use_is_due
     from api_tokens t join companies c on c.id = t.company_id
    where t.token_hash = $2 and t.revoked_at is null and (t.expires_at is null or t.expires_at > $3)`,
);
