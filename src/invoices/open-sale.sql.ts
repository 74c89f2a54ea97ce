import { prepared } from '../base/db/prepared-statements.ts';
import { isCollecting } from '../gateways/collecting-account.sql.ts';
import { reminderScheduleOf } from '../accounts/companies/reminder-schedule.sql.ts';
import { TURN, turnAfter } from './take-invoice-turn.sql.ts';

export const OPEN_SALE = prepared(
  'open_sale',
  `with customer as materialized (
     select * from customers where id = $5 and company_id = $1 and environment = $2 for share),
   ${turnAfter('customer')}
   select ${TURN.columns},
          to_json(company) as company, to_json(customer) as customer, to_json(account) as account,
          ${reminderScheduleOf({ company: '$1', environment: '$2' })} as schedule,
          (select to_json(now_at) from sandbox_clocks where company_id = $1 and environment = $2) as clock_at,
          (select coalesce(json_agg(product), '[]') from products product
            where product.id = any($6::bigint[]) and product.company_id = $1 and product.environment = $2) as products
     from events_turn
     join companies company on company.id = $1
     left join customer on true
     left join gateway_accounts account
       on ${isCollecting('account', { company: '$1', environment: '$2', method: '$7' })}`,
);
