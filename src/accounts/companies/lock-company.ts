import type { EntityManager } from '@mikro-orm/postgresql';
import { notFound } from '../../base/errors/errors.ts';

/**
 * Holds a company until the end of the transaction, against others that hold it so. `no key`: rows that refer to the
 * company can still be written, which is what every other request of the store does.
 *
 * @throws ApiError 404
 */
export async function lockCompany(tx: EntityManager, companyId: number): Promise<void> {
  const rows = await tx.execute<unknown[]>('select 1 from companies where id = ? for no key update', [companyId]);
  if (rows.length === 0) throw notFound('company', companyId);
}
