import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import type { Cents } from '../base/money/money.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../banking/payment-method.ts';
import type { Period } from './period.ts';

export interface PaymentsOfMethod {
  method: PaymentMethod;
  count: number;
  amountCents: Cents;
}

/** The payments of a period by how they were paid; a method that nobody used has zeros. */
export async function paymentsByMethod(
  em: EntityManager,
  { store, period }: { store: Store; period: Period },
): Promise<PaymentsOfMethod[]> {
  const rows = await em.execute<{ method: PaymentMethod; count: string; amount: string }[]>(
    `select attempt.method, count(*) as count, sum(payment.amount_cents) as amount
       from payments payment join payment_attempts attempt on attempt.id = payment.attempt_id
      where payment.company_id = ? and payment.environment = ? and payment.paid_at >= ? and payment.paid_at < ?
      group by 1`,
    [store.companyId, store.environment, period.from, period.to],
  );
  const byMethod = new Map(rows.map((row) => [row.method, row]));
  return PAYMENT_METHODS.map((method) => {
    const { count = 0, amount = 0 } = byMethod.get(method) ?? {};
    return { method, count: Number(count), amountCents: Number(amount) };
  });
}
