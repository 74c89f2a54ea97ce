import { prepared } from '../base/db/prepared-statements.ts';

export const FIND_MONEY = prepared(
  'find_payment_of_gateway',
  `select id from payments
   where company_id = $1 and environment = $2 and gateway = $3 and gateway_payment_id = $4`,
);
