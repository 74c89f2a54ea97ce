import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import type { Period } from './period.ts';

/** The webhook deliveries that ended on one day of the store. */
export interface DeliveriesOfDay {
  date: string;
  delivered: number;
  failed: number;
}

/** The outcomes of the webhook deliveries of each day; those that the store gave up itself are none of them. */
export async function deliveriesByDay(
  em: EntityManager,
  { store, period }: { store: Store; period: Period },
): Promise<DeliveriesOfDay[]> {
  const rows = await em.execute<{ date: string; delivered: string; failed: string }[]>(
    `select to_char(completed_at at time zone ?, 'YYYY-MM-DD') as date,
            count(*) filter (where state = 'delivered') as delivered,
            count(*) filter (where state = 'failed') as failed
       from webhook_deliveries
      where company_id = ? and environment = ? and completed_at >= ? and completed_at < ?
      group by 1`,
    [period.timeZone, store.companyId, store.environment, period.from, period.to],
  );
  const byDate = new Map(rows.map((row) => [row.date, row]));
  return period.dates.map((date) => {
    const { delivered = 0, failed = 0 } = byDate.get(date) ?? {};
    return { date, delivered: Number(delivered), failed: Number(failed) };
  });
}
