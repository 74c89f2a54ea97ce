import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { tellMany } from '../base/outbox/tell-many.ts';
import { SANDBOX_GATEWAY } from './sandbox/sandbox-gateway.ts';

/**
 * SQL: an attempt of which its gateway is still to be asked. As the partial index `payment_attempts_awaiting` has it.
 */
export const AWAITS_GATEWAY = `((state = 'pending' and registered_at is null)
  or (state = 'canceled' and gateway_canceled_at is null and (registered_at is not null or gateway_account_id is not null)))`;

/**
 * SQL: nothing of an attempt can be done at its gateway. The store has removed its access or has another account now,
 * or the gateway refuses its key. Such work waits in the record, and in no workflow, until `tellHeldCharges`. The
 * condition agrees with `GatewayRegistry.open`, which refuses the same attempts.
 *
 * @param attempt alias of the row of `payment_attempts`
 */
export function isHeldAtGateway(attempt: string): string {
  return `(${attempt}.gateway <> '${SANDBOX_GATEWAY}' and not exists (
    select 1 from gateway_accounts access
    where access.company_id = ${attempt}.company_id and access.environment = ${attempt}.environment
      and access.gateway = ${attempt}.gateway and access.failure is distinct from 'key_refused'
      and (${attempt}.gateway_account_id is null or ${attempt}.gateway_account_id = access.account_id)))`;
}

/**
 * Has the workflows told of all charges, cancellations and refunds that waited for the store's access to its gateway.
 *
 * @param tx the transaction in which the access begins to work
 */
export async function tellHeldCharges(tx: EntityManager, { companyId, environment }: Store): Promise<void> {
  await tx.execute(
    tellMany(
      'invoice',
      `select invoice_id as subject, company_id, environment from payment_attempts
       where company_id = ? and environment = ? and ${AWAITS_GATEWAY} and gateway <> '${SANDBOX_GATEWAY}'
       union
       select invoice_id, company_id, environment from refunds
       where company_id = ? and environment = ? and state = 'pending' and requested_at is null`,
    ),
    [companyId, environment, companyId, environment],
  );
}

/**
 * Has the workflows told of the subscriptions whose next charge is due: they wait where a store has no gateway at all.
 *
 * @param now the store's time
 */
export async function tellHeldSubscriptions(
  tx: EntityManager,
  { companyId, environment, now }: Store & { now: Date },
): Promise<void> {
  await tx.execute(
    tellMany(
      'subscription',
      `select id as subject, company_id, environment from subscriptions
       where company_id = ? and environment = ? and next_step_at <= ?`,
    ),
    [companyId, environment, now],
  );
}
