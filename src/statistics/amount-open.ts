import type { EntityManager } from '@mikro-orm/postgresql';
import { addDays } from '../base/calendar/calendar-date.ts';
import { listOf } from '../base/db/list-of.ts';
import type { Store } from '../base/environment.ts';
import type { Adjustment, Discount } from '../banking/amounts.ts';
import { missingCents } from '../invoices/amount-due.ts';
import { OWED_STATUSES } from '../invoices/state-machine.ts';
import type { Cents } from '../base/money/money.ts';

/** The limit for each status: beyond it the figure is told as the least that it is. */
const MOST_OF_STATUS = 1_000;
/** Today and the week after it. */
export const DAYS_SOON = 7;

export interface CountedAmount {
  count: number;
  amountCents: Cents;
}

/** The amount that payers owe a store now. */
export interface AmountOpen extends CountedAmount {
  /** The part of it whose due date is over. */
  overdue: CountedAmount;
  /** The part of it that falls due today or within a week. */
  dueSoon: CountedAmount;
  /** There are more invoices than were looked at: the newest thousand of each status. */
  isMore: boolean;
}

/** The columns that `missingCents` needs; bigints come as text. */
interface OpenRow {
  status: string;
  subtotal_cents: string;
  total_cents: string;
  installment_interest_cents: string;
  amount_paid_cents: string;
  amount_refunded_cents: string;
  discount: Discount | null;
  fine: Adjustment | null;
  interest: Adjustment | null;
  amount_credited_cents: string;
  due_date: string | null;
  paid_at: string | null;
}

/**
 * Adds up the unpaid rest of the invoices that are owed (`OWED_STATUSES`), with the fine and interest of `today`, a
 * calendar day of the store. The statement reads a bounded number of rows, however many a store has.
 */
export async function amountOpen(
  em: EntityManager,
  { store, today, most = MOST_OF_STATUS }: { store: Store; today: string; most?: number },
): Promise<AmountOpen> {
  const rows = await em.execute<OpenRow[]>(
    // With "=" the planner would take the order by id for granted and walk the primary key, past every paid invoice.
    `select owed.* from (values ${OWED_STATUSES.map((status) => `(${listOf([status])})`).join(', ')}) as wanted(status)
      cross join lateral (
        select status, subtotal_cents, total_cents, installment_interest_cents, amount_paid_cents, amount_refunded_cents,
               amount_credited_cents, discount, fine, interest,
               to_char(due_date, 'YYYY-MM-DD') as due_date, paid_at
          from invoices
         where company_id = ? and environment = ? and status between wanted.status and wanted.status
         order by status desc, id desc limit ?
      ) as owed`,
    [store.companyId, store.environment, most + 1],
  );
  const counted = new Map<string, number>();
  const [all, overdue, dueSoon] = [none(), none(), none()];
  const soonUntil = addDays(today, DAYS_SOON);
  let isMore = false;
  for (const row of rows) {
    const count = (counted.get(row.status) ?? 0) + 1;
    if (count > most) {
      isMore = true;
      continue;
    }
    counted.set(row.status, count);
    const missing = missingCents(amountsOf(row), today);
    add(all, missing);
    if (row.status === 'overdue') add(overdue, missing);
    else if (row.due_date !== null && row.due_date >= today && row.due_date <= soonUntil) add(dueSoon, missing);
  }
  return { ...all, overdue, dueSoon, isMore };
}

const none = (): CountedAmount => ({ count: 0, amountCents: 0 });

function add(sum: CountedAmount, amountCents: Cents): void {
  sum.count += 1;
  sum.amountCents += amountCents;
}

function amountsOf(row: OpenRow): Parameters<typeof missingCents>[0] {
  return {
    subtotalCents: Number(row.subtotal_cents),
    totalCents: Number(row.total_cents),
    installmentInterestCents: Number(row.installment_interest_cents),
    amountPaidCents: Number(row.amount_paid_cents),
    amountRefundedCents: Number(row.amount_refunded_cents),
    amountCreditedCents: Number(row.amount_credited_cents),
    discount: row.discount,
    fine: row.fine,
    interest: row.interest,
    dueDate: row.due_date,
    paidAt: row.paid_at === null ? null : new Date(row.paid_at),
  };
}
