import type { EntityManager } from '@mikro-orm/postgresql';
import type { Answer } from './answer-once.ts';

interface Named {
  id?: unknown;
  email?: unknown;
  invoice_id?: unknown;
  customer?: { id?: unknown } | null;
}

/** Whom an answer is about: it is the customer, has one, or is about an invoice of one. */
export async function nameCustomer(tx: EntityManager, { body }: Answer): Promise<number | null> {
  if (body === null) return null;
  const { id, email, customer, invoice_id: invoiceId } = JSON.parse(body) as Named;
  if (typeof customer?.id === 'number') return customer.id;
  if (email !== undefined && typeof id === 'number') return id;
  if (typeof invoiceId !== 'number') return null;
  const [invoice] = await tx.execute<{ customer_id: string }[]>('select customer_id from invoices where id = ?', [
    invoiceId,
  ]);
  return invoice ? Number(invoice.customer_id) : null;
}
