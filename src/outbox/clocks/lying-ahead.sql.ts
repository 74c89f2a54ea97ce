import { OWED_STATUSES } from '../../invoices/state-machine.ts';
import { OVER_STATUSES } from '../../subscriptions/subscription-status.ts';

const OPEN_INVOICE = `status in (${quoted(OWED_STATUSES)})`;
const OPEN_SUBSCRIPTION = `status not in (${quoted(OVER_STATUSES)})`;

/**
 * SQL: what is open in a sandbox and was changed at a moment that lies ahead of real time, or no row. The values are
 * the company and real time, three times.
 */
export const LYING_AHEAD = `
  (select 'invoice' as kind, id, updated_at as at from invoices
    where company_id = ? and environment = 'sandbox' and ${OPEN_INVOICE} and updated_at > ? order by id limit 1)
  union all
  (select 'subscription', id, updated_at from subscriptions
    where company_id = ? and environment = 'sandbox' and ${OPEN_SUBSCRIPTION} and updated_at > ? order by id limit 1)
  union all
  (select 'delivery', id, created_at from webhook_deliveries
    where company_id = ? and environment = 'sandbox' and state = 'pending' and created_at > ? order by id limit 1)
  limit 1`;

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}
