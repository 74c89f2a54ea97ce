import type { EntityManager } from '@mikro-orm/postgresql';
import type { Company } from '../companies/company.entity.ts';
import { Customer } from '../customers/customer.entity.ts';
import { fromCents } from '../money/money.ts';
import type { Invoice } from './invoice.entity.ts';

interface EventSubject {
  invoice: Invoice;
  company: Company;
  previousStatus: Invoice['status'] | null;
}

/** The `data` that every invoice event carries. */
export async function presentEventData(tx: EntityManager, subject: EventSubject): Promise<Record<string, unknown>> {
  return eventData({ ...subject, customer: await tx.findOneOrFail(Customer, subject.invoice.customerId) });
}

/** As `presentEventData`, with a customer that was read. */
export function eventData({
  invoice,
  company,
  customer,
  previousStatus,
}: EventSubject & { customer: Customer }): Record<string, unknown> {
  return {
    invoice_id: invoice.id,
    status: invoice.status,
    previous_status: previousStatus,
    total: fromCents(invoice.totalCents),
    subtotal: fromCents(invoice.subtotalCents),
    discount_amount: fromCents(invoice.discountCents),
    fine_amount: fromCents(invoice.fineCents),
    interest_amount: fromCents(invoice.interestCents),
    amount_paid: fromCents(invoice.amountPaidCents),
    amount_refunded: fromCents(invoice.amountRefundedCents),
    payment_method: invoice.paymentMethod,
    subscription_id: invoice.subscriptionId,
    due_date: invoice.dueDate,
    external_reference: invoice.externalReference,
    metadata: invoice.metadata,
    customer: { id: customer.id, name: customer.name, email: customer.email },
    store: { id: company.id, name: company.name },
  };
}
