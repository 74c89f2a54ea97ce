import type { EntityManager } from '@mikro-orm/postgresql';
import { tellMany } from '../base/outbox/tell-many.ts';

/**
 * Tells the workflows of the deliveries that wait: two statements, however many there are.
 *
 * @param which a condition on `webhook_deliveries`, with `?` for its values
 */
export async function tellDeliveries(tx: EntityManager, which: string, values: unknown[]): Promise<void> {
  const waiting = `company_id, environment from webhook_deliveries where state = 'pending' and ${which}`;
  const ofInvoices = `select distinct resource_id as subject, ${waiting} and runs_in = 'invoice' and resource_type = 'invoice'`;
  await tx.execute(tellMany('invoice', ofInvoices), values);
  await tx.execute(tellMany('delivery', `select id as subject, ${waiting} and runs_in <> 'invoice'`), values);
}
