import type { EntityManager } from '@mikro-orm/postgresql';
import { Customer } from '../customers/customer.entity.ts';
import { presentCustomer } from '../customers/present-customer.ts';
import { fromCents, multiply } from '../money/money.ts';
import { PaymentAttempt } from '../payments/payment-attempt.entity.ts';
import { presentArtefacts, presentAttempt } from '../payments/present-attempt.ts';
import { InvoiceItem } from './invoice-item.entity.ts';
import type { Invoice } from './invoice.entity.ts';

/** An invoice as the API shows it: three queries beside the invoice's own. */
export async function presentInvoice(em: EntityManager, invoice: Invoice): Promise<Record<string, unknown>> {
  const tx = em.fork();
  const customer = await tx.findOneOrFail(Customer, invoice.customerId);
  const items = await tx.find(InvoiceItem, { invoiceId: invoice.id }, { orderBy: { position: 'asc' } });
  const attempts = await tx.find(PaymentAttempt, { invoiceId: invoice.id }, { orderBy: { number: 'asc' } });
  return {
    id: invoice.id,
    status: invoice.status,
    checkout_hash: invoice.checkoutHash,
    customer: presentCustomer(customer),
    products: items.map((item) => ({
      product_id: item.productId,
      name: item.name,
      quantity: item.quantity,
      unit_price: fromCents(item.unitPriceCents),
      amount: fromCents(multiply(item.unitPriceCents, item.quantity)),
    })),
    total: fromCents(invoice.totalCents),
    amount_paid: fromCents(invoice.amountPaidCents),
    amount_refunded: fromCents(invoice.amountRefundedCents),
    payment_method: invoice.paymentMethod,
    due_date: invoice.dueDate,
    paid_at: invoice.paidAt,
    ...presentArtefacts(attempts),
    payments: attempts.map(presentAttempt),
    description: invoice.description,
    external_reference: invoice.externalReference,
    environment: invoice.environment,
    created_at: invoice.createdAt,
    updated_at: invoice.updatedAt,
  };
}
