import type { Company } from '../accounts/companies/company.entity.ts';
import type { Customer } from '../catalog/customers/customer.entity.ts';
import { fromCents } from '../base/money/money.ts';
import type { Invoice } from './invoice.entity.ts';

/** The `data` that every invoice event carries. */
export function eventData({
  invoice,
  company,
  customer,
  previousStatus,
}: {
  invoice: Invoice;
  company: Company;
  customer: Customer;
  previousStatus: Invoice['status'] | null;
}): Record<string, unknown> {
  return {
    invoice_id: invoice.id,
    status: invoice.status,
    previous_status: previousStatus,
    total: fromCents(invoice.totalCents),
    subtotal: fromCents(invoice.subtotalCents),
    discount_amount: fromCents(invoice.discountCents),
    fine_amount: fromCents(invoice.fineCents),
    interest_amount: fromCents(invoice.interestCents),
    installment_interest_amount: fromCents(invoice.installmentInterestCents),
    amount_paid: fromCents(invoice.amountPaidCents),
    amount_refunded: fromCents(invoice.amountRefundedCents),
    amount_credited: fromCents(invoice.amountCreditedCents),
    amount_disputed: fromCents(invoice.amountDisputedCents),
    payment_method: invoice.paymentMethod,
    subscription_id: invoice.subscriptionId,
    payment_link_id: invoice.paymentLinkId,
    coupon: invoice.couponCode,
    due_date: invoice.dueDate,
    external_reference: invoice.externalReference,
    metadata: invoice.metadata,
    customer: { id: customer.id, name: customer.name, email: customer.email },
    store: { id: company.id, name: company.name },
  };
}
