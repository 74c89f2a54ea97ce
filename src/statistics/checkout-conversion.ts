import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import type { Period } from './period.ts';

/**
 * The progress by now of the invoices that were created in a period. A later step counts in each step before, so that
 * no step has more than the one before: who pays by a code that the store sent itself has seen it, and begun to pay.
 */
export interface CheckoutConversion {
  created: number;
  /** The invoices that their payers saw, and those whose payers began to pay. */
  opened: number;
  started: number;
  paid: number;
}

export async function checkoutConversion(
  em: EntityManager,
  { store, period }: { store: Store; period: Period },
): Promise<CheckoutConversion> {
  const [row] = await em.execute<Record<keyof CheckoutConversion, string>[]>(
    `select count(*) as created, count(coalesce(checkout_opened_at, checkout_started_at, paid_at)) as opened,
            count(coalesce(checkout_started_at, paid_at)) as started, count(paid_at) as paid
       from invoices
      where company_id = ? and environment = ? and created_at >= ? and created_at < ?`,
    [store.companyId, store.environment, period.from, period.to],
  );
  const { created, opened, started, paid } = row!;
  return { created: Number(created), opened: Number(opened), started: Number(started), paid: Number(paid) };
}
