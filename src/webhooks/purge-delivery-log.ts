import type { EntityManager } from '@mikro-orm/postgresql';
import { WebhookAttempt } from './webhook-attempt.entity.ts';
import { WebhookDelivery } from './webhook-delivery.entity.ts';

const BATCH = 1_000;
const DAY_MS = 86_400_000;
/** Store by store, as the index has them: the last batch, which finds nothing, does not read the log of everybody. */
const OLD = `
  select old.id from companies, (values ('production'), ('sandbox')) as each (environment), lateral (
    select id from webhook_deliveries as delivery
    where delivery.company_id = companies.id and delivery.environment = each.environment and completed_at <= ?
    order by completed_at limit ${BATCH}) as old
  limit ${BATCH}`;

/**
 * Forgets deliveries that ended more than so many days ago, with their attempts; their events stay, and so does
 * whatever is pending, however old it is.
 *
 * @param now real time; a store whose time runs ahead keeps its log the longer
 * @returns how many deliveries there were in this batch
 */
export async function purgeDeliveryLog(em: EntityManager, { now, days }: { now: Date; days: number }): Promise<number> {
  const endedBefore = new Date(now.getTime() - days * DAY_MS);
  return em.fork().transactional(async (tx) => {
    // Locked: a redelivery that begins now either waits and finds nothing, or has made the delivery pending again.
    const rows = await tx.execute<{ id: string }[]>(
      `select id from webhook_deliveries where id in (${OLD}) and state <> 'pending' and completed_at <= ?
       order by id limit ${BATCH} for no key update skip locked`,
      [endedBefore, endedBefore],
    );
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => Number(id));
    await tx.nativeDelete(WebhookAttempt, { deliveryId: { $in: ids } });
    await tx.nativeDelete(WebhookDelivery, { id: { $in: ids } });
    return rows.length;
  });
}

/** Forgets secrets that no longer sign. @param now real time @returns how many */
export async function purgePreviousSecrets(em: EntityManager, now: Date): Promise<number> {
  const rows = await em.fork().execute<unknown[]>(
    `update webhook_endpoints set previous_secret = null, previous_secret_expires_at = null
       where previous_secret_expires_at <= ? returning id`,
    [now],
  );
  return rows.length;
}
