import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { findInvoice } from '../invoices/find-invoice.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import { Payment } from '../invoices/payment.entity.ts';
import { presentAttempt } from '../invoices/present-attempt.ts';

/** Every attempt of an invoice, in the shape of a list; their number is bounded. @throws ApiError 404 */
export async function listAttempts(
  em: EntityManager,
  { store, invoiceId }: { store: Store; invoiceId: number },
): Promise<Record<string, unknown>> {
  await findInvoice(em, { store, invoiceId });
  const attempts = await em.find(PaymentAttempt, { invoiceId }, { orderBy: { number: 'asc' } });
  const payments = await em.find(Payment, { invoiceId }, { orderBy: { id: 'asc' } });
  const received = Map.groupBy(payments, ({ attemptId }) => attemptId);
  return { data: attempts.map((attempt) => presentAttempt(attempt, received.get(attempt.id))), has_more: false };
}
