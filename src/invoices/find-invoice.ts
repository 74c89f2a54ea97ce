import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { notFound } from '../base/errors/errors.ts';
import { Invoice } from './invoice.entity.ts';

/**
 * The invoice, managed by `em`.
 *
 * @throws ApiError 404 when the store has no such invoice, also when another store or environment has it
 */
export async function findInvoice(
  em: EntityManager,
  { store, invoiceId }: { store: Store; invoiceId: number },
): Promise<Invoice> {
  const invoice = await em.findOne(Invoice, { id: invoiceId, ...store });
  if (!invoice) throw notFound('invoice', invoiceId);
  return invoice;
}
