import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import type { Period } from './period.ts';

/** The progress by now of the invoices that were created in a period. */
export interface CheckoutConversion {
  created: number;
  /** The invoices whose checkout was opened, and those whose payer began to pay there. */
  opened: number;
  started: number;
  /** Paid at all: also without the checkout, by a Pix code or boleto that the store sent itself. */
  paid: number;
}

export async function checkoutConversion(
  em: EntityManager,
  { store, period }: { store: Store; period: Period },
): Promise<CheckoutConversion> {
  const [row] = await em.execute<Record<keyof CheckoutConversion, string>[]>(
    `select count(*) as created, count(checkout_opened_at) as opened, count(checkout_started_at) as started,
            count(paid_at) as paid
       from invoices
      where company_id = ? and environment = ? and created_at >= ? and created_at < ?`,
    [store.companyId, store.environment, period.from, period.to],
  );
  const { created, opened, started, paid } = row!;
  return { created: Number(created), opened: Number(opened), started: Number(started), paid: Number(paid) };
}
