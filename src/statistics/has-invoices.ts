import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';

/** Whether a store has made its first invoice. */
export async function hasInvoices(em: EntityManager, { companyId, environment }: Store): Promise<boolean> {
  const rows = await em.execute<unknown[]>('select 1 from invoices where company_id = ? and environment = ? limit 1', [
    companyId,
    environment,
  ]);
  return rows.length > 0;
}
