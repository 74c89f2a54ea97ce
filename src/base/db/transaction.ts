import type { EntityManager, TransactionOptions } from '@mikro-orm/postgresql';

/** An identity map of one's own, which reads in the caller's transaction where there is one. */
export function reader(em: EntityManager): EntityManager {
  return em.fork({ keepTransactionContext: true });
}

/**
 * Runs `work` in the caller's transaction, or, where there is none, in one of its own. A use case calls it without
 * knowing which: alone it is a transaction, in a request it is a part of the request's.
 */
export async function inTransaction<T>(
  em: EntityManager,
  work: (tx: EntityManager) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const tx = reader(em);
  if (!tx.isInTransaction()) return tx.transactional(work, options);
  const result = await work(tx);
  await tx.flush();
  return result;
}
