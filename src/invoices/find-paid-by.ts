import type { EntityManager } from '@mikro-orm/postgresql';
import { reader } from '../base/db/transaction.ts';
import type { Store } from '../base/environment.ts';
import { Payment } from './payment.entity.ts';

/** The payments of a store that a Pix brought, by its end-to-end id: one, unless two invoices were paid at once. */
export function findPaidBy(
  em: EntityManager,
  { companyId, environment }: Store,
  endToEndId: string,
): Promise<Pick<Payment, 'invoiceId'>[]> {
  return reader(em).find(Payment, { companyId, environment, endToEndId }, { fields: ['invoiceId'], limit: 10 });
}
