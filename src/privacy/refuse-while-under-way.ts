import type { EntityManager } from '@mikro-orm/postgresql';
import { listOf } from '../base/db/list-of.ts';
import { conflict } from '../base/errors/errors.ts';
import { ENDED_DISPUTE_STATUSES } from '../gateways/payment-gateway.ts';
import { OPEN_REFUND_STATES } from '../invoices/refund.entity.ts';
import { OWED_STATUSES } from '../invoices/state-machine.ts';
import { OVER_STATUSES } from '../subscriptions/subscription-status.ts';

/** As many as a message names of each kind. */
const NAMED = 5;

interface UnderWay {
  kind: keyof typeof REMEDIES;
  ids: string;
}

/** The business that has to end before a customer can be erased, and how it ends. */
const REMEDIES = {
  invoice: 'cancel, or wait for the payment of, invoice',
  subscription: 'cancel subscription',
  refund: 'wait for the end of refund',
  dispute: 'wait for the end of the dispute of invoice',
  charge: 'wait until the gateway has given up the charge of invoice',
} as const;

/** With an account that the store no longer has nothing can go on: nobody here can ask it, and it calls nobody. */
const CAN_BE_ASKED = `(attempt.gateway_account_id is null or exists (
      select 1 from gateway_accounts as account
      where account.company_id = attempt.company_id and account.environment = attempt.environment
        and account.account_id = attempt.gateway_account_id))`;

const OWED = listOf(OWED_STATUSES);

/** Money that may still arrive by itself (an abandoned invoice, a boleto that expired) holds nothing up. */
const UNDER_WAY = `
  select 'invoice' as kind, id from invoices
    where customer_id = $customer and status in (${OWED})
  union all
  select 'subscription', id from subscriptions
    where customer_id = $customer and status not in (${listOf(OVER_STATUSES)})
  union all
  select 'refund', refund.id from refunds as refund
    join payments as payment on payment.id = refund.payment_id
    join payment_attempts as attempt on attempt.id = payment.attempt_id
    where refund.state in (${listOf(OPEN_REFUND_STATES)}) and ${CAN_BE_ASKED}
      and refund.invoice_id in (select id from invoices where customer_id = $customer)
  union all
  select 'dispute', dispute.invoice_id from disputes as dispute
    join payments as payment on payment.id = dispute.payment_id
    join payment_attempts as attempt on attempt.id = payment.attempt_id
    where dispute.status not in (${listOf(ENDED_DISPUTE_STATUSES)}) and ${CAN_BE_ASKED}
      and dispute.invoice_id in (select id from invoices where customer_id = $customer)
  union all
  select 'charge', invoice_id from payment_attempts as attempt
    where ${CAN_BE_ASKED} and ((state = 'pending' and registered_at is null)
        or (state = 'canceled' and gateway_canceled_at is null
          and (registered_at is not null or gateway_account_id is not null)))
      and invoice_id in (
        select id from invoices where customer_id = $customer and status not in (${OWED}))`;

/**
 * Refuses while a customer owes, is owed, or is in dispute, because their data are needed for that: LGPD, art. 16, I,
 * and art. 7, V and VI.
 *
 * @throws ApiError 409 `customer_not_erasable` naming the business that is under way
 */
export async function refuseWhileUnderWay(tx: EntityManager, customerId: number): Promise<void> {
  const rows = await tx.execute<UnderWay[]>(
    `select kind, array_to_string((array_agg(distinct id order by id))[1:${NAMED}], ', ')
       || case when count(distinct id) > ${NAMED} then ' and more' else '' end as ids
     from (${UNDER_WAY.replaceAll('$customer', String(Number(customerId)))}) as under_way group by kind order by kind`,
  );
  if (rows.length === 0) return;
  const remedies = rows.map(({ kind, ids }) => `${REMEDIES[kind]} ${ids}`).join('; ');
  throw conflict('customer_not_erasable', `Customer ${customerId} cannot be erased yet. First ${remedies}.`);
}

/** @throws ApiError 409 `customer_not_erasable` while a receiver is being told about them */
export function refuseWhileTold(customerId: number): never {
  const why = `Customer ${customerId} is named in a webhook that is being sent: try again in half a minute.`;
  throw conflict('customer_not_erasable', why);
}
