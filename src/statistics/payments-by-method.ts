import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import type { Cents } from '../base/money/money.ts';
import { EXTERNAL_METHODS, PAYMENT_METHODS, type ReceivedBy } from '../banking/payment-method.ts';
import type { Period } from './period.ts';

export interface PaymentsOfMethod {
  method: ReceivedBy;
  count: number;
  amountCents: Cents;
}

/** The payments of a period by how they came; a method of a gateway that nobody used has zeros. */
export async function paymentsByMethod(
  em: EntityManager,
  { store, period }: { store: Store; period: Period },
): Promise<PaymentsOfMethod[]> {
  const rows = await em.execute<{ method: ReceivedBy; count: string; amount: string }[]>(
    `select method, count(*) as count, sum(amount_cents) as amount
       from payments
      where company_id = ? and environment = ? and paid_at >= ? and paid_at < ? and reversed_at is null
      group by 1`,
    [store.companyId, store.environment, period.from, period.to],
  );
  const byMethod = new Map(rows.map((row) => [row.method, row]));
  return [...PAYMENT_METHODS, ...EXTERNAL_METHODS.filter((method) => byMethod.has(method))].map((method) => {
    const { count = 0, amount = 0 } = byMethod.get(method) ?? {};
    return { method, count: Number(count), amountCents: Number(amount) };
  });
}
