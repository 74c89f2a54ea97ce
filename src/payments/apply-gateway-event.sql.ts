import { prepared } from '../base/db/prepared-statements.ts';

export const FIND_ATTEMPT = prepared(
  'find_attempt_of_gateway',
  `select id, invoice_id, company_id, environment from payment_attempts
   where id = $1 and gateway = $2 and ($3::bigint is null or (company_id = $3 and environment = $4))`,
);
