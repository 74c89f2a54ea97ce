import type { EntityManager } from '@mikro-orm/postgresql';
import type { Company } from '../companies/company.entity.ts';
import { Customer } from '../customers/customer.entity.ts';
import { fromCents } from '../money/money.ts';
import type { Invoice } from './invoice.entity.ts';

/** The `data` that every invoice event carries. */
export async function presentEventData(
  tx: EntityManager,
  {
    invoice,
    company,
    previousStatus,
  }: { invoice: Invoice; company: Company; previousStatus: Invoice['status'] | null },
): Promise<Record<string, unknown>> {
  const customer = await tx.findOneOrFail(Customer, invoice.customerId);
  return {
    invoice_id: invoice.id,
    status: invoice.status,
    previous_status: previousStatus,
    total: fromCents(invoice.totalCents),
    amount_paid: fromCents(invoice.amountPaidCents),
    payment_method: invoice.paymentMethod,
    due_date: invoice.dueDate,
    external_reference: invoice.externalReference,
    customer: { id: customer.id, name: customer.name, email: customer.email },
    store: { id: company.id, name: company.name },
  };
}
