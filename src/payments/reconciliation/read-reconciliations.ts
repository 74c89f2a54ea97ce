import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { reader } from '../../base/db/transaction.ts';
import { PaymentAttempt } from '../../invoices/payment-attempt.entity.ts';
import { Reconciliation } from './reconciliation.entity.ts';

/** Lists the latest comparisons of a store's books with its gateway's, the newest first. */
export function listReconciliations(
  em: EntityManager,
  { companyId, environment }: Store,
  limit: number,
): Promise<Reconciliation[]> {
  return reader(em).find(Reconciliation, { companyId, environment }, { orderBy: { id: 'desc' }, limit });
}

/** Finds the invoice of each of these attempts; attempts of other stores are left out. */
export async function invoicesOfAttempts(
  em: EntityManager,
  { companyId, environment }: Store,
  attemptIds: number[],
): Promise<Map<number, number>> {
  if (attemptIds.length === 0) return new Map();
  const attempts = await reader(em).find(PaymentAttempt, { companyId, environment, id: { $in: attemptIds } });
  return new Map(attempts.map(({ id, invoiceId }) => [id, invoiceId]));
}
