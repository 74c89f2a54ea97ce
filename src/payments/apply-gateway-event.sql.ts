import { joinClock } from '../accounts/companies/store-clock.sql.ts';
import { prepared } from '../base/db/prepared-statements.ts';

export const FIND_ATTEMPT = prepared(
  'find_attempt_of_gateway',
  `select attempt.id, attempt.invoice_id, attempt.company_id, attempt.environment,
     to_json(clock_of_store.now_at) as clock_at
   from payment_attempts attempt
   ${joinClock('attempt')}
   where attempt.id = $1 and attempt.gateway = $2
     and ($3::bigint is null or (attempt.company_id = $3 and attempt.environment = $4))`,
);
