import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import type { Cents } from '../base/money/money.ts';
import type { Period } from './period.ts';

/** The money that arrived on a day of the store. */
export interface PaymentsOfDay {
  date: string;
  count: number;
  amountCents: Cents;
  /** The part of it that was given back since. */
  refundedCents: Cents;
}

/** The payments of each day of a period; a day without any has zeros. */
export async function paymentsByDay(
  em: EntityManager,
  { store, period }: { store: Store; period: Period },
): Promise<PaymentsOfDay[]> {
  const rows = await em.execute<{ date: string; count: string; amount: string; refunded: string }[]>(
    `select to_char(paid_at at time zone ?, 'YYYY-MM-DD') as date, count(*) as count,
            sum(amount_cents) as amount, sum(amount_refunded_cents) as refunded
       from payments
      where company_id = ? and environment = ? and paid_at >= ? and paid_at < ? and reversed_at is null
      group by 1`,
    [period.timeZone, store.companyId, store.environment, period.from, period.to],
  );
  const byDate = new Map(rows.map((row) => [row.date, row]));
  return period.dates.map((date) => {
    const { count = 0, amount = 0, refunded = 0 } = byDate.get(date) ?? {};
    return { date, count: Number(count), amountCents: Number(amount), refundedCents: Number(refunded) };
  });
}
