import type { EntityManager } from '@mikro-orm/postgresql';
import { payersOrigin } from '../accounts/companies/checkout-domain.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import { presentCustomer } from '../catalog/customers/present-customer.ts';
import { reader } from '../base/db/transaction.ts';
import { fromCents, multiply } from '../base/money/money.ts';
import { checkoutUrlOf } from './checkout-url.ts';
import { PaymentAttempt } from './payment-attempt.entity.ts';
import { Payment } from './payment.entity.ts';
import { presentArtefacts, presentAttempt } from './present-attempt.ts';
import { presentReceived } from './present-received.ts';
import type { Clock } from '../base/time/clock.ts';
import { amountDueCents } from './amount-due.ts';
import { fromAdjustment, fromDiscount } from '../banking/amounts.ts';
import { presentInstallmentInterest } from '../banking/installments.ts';
import { methodsOf } from '../banking/payment-method.ts';
import type { CreatedInvoice } from './create-invoice.ts';
import { storeToday } from './due-dates.ts';
import { InvoiceItem } from './invoice-item.entity.ts';
import type { Line } from './price-lines.ts';
import type { Invoice } from './invoice.entity.ts';

export interface PresentInvoiceDeps {
  em: EntityManager;
  clock: Clock;
  /** Where payers reach the checkout, without a trailing slash. */
  publicUrl: string;
}

/** An invoice with everything that it is shown with. */
export interface ShownInvoice {
  invoice: Invoice;
  company: Company;
  customer: Customer;
  /** By position. */
  items: Line[];
  /** By number. */
  attempts: PaymentAttempt[];
  payments: Payment[];
  /** The time that the clock of the store's sandbox shows; null where there is none. */
  clockAt: Date | null;
}

/** An invoice as the API shows it. */
export async function presentInvoice(
  { clock, publicUrl }: Pick<PresentInvoiceDeps, 'clock' | 'publicUrl'>,
  { invoice, company, payments, clockAt, ...parts }: ShownInvoice,
): Promise<Record<string, unknown>> {
  const today = storeToday(await clock.now(invoice, clockAt), company);
  return render(invoice, {
    ...parts,
    today,
    checkoutUrl: checkoutUrlOf(invoice, payersOrigin(company, publicUrl)),
    payments,
  });
}

/** An invoice that was just made, of which everything is known. */
export function presentCreated(
  { publicUrl }: Pick<PresentInvoiceDeps, 'publicUrl'>,
  { invoice, company, today, customer, lines, attempts }: CreatedInvoice,
): Record<string, unknown> {
  const checkoutUrl = checkoutUrlOf(invoice, payersOrigin(company, publicUrl));
  return render(invoice, { today, checkoutUrl, customer, items: lines, attempts, payments: [] });
}

/** Invoices of one store as the API shows them: five queries beside the invoices' own, whatever their number. */
export async function presentInvoices(
  { em, clock, publicUrl }: PresentInvoiceDeps,
  invoices: Invoice[],
): Promise<Record<string, unknown>[]> {
  const [first] = invoices;
  if (!first) return [];
  const tx = reader(em);
  const ofThese = { invoiceId: invoices.map(({ id }) => id) };
  const company = await tx.findOneOrFail(Company, first.companyId);
  const customers = await tx.find(Customer, { id: [...new Set(invoices.map(({ customerId }) => customerId))] });
  const items = await tx.find(InvoiceItem, ofThese, { orderBy: { position: 'asc' } });
  const attempts = await tx.find(PaymentAttempt, ofThese, { orderBy: { number: 'asc' } });
  const payments = await tx.find(Payment, ofThese, { orderBy: { id: 'asc' } });

  const customerById = new Map(customers.map((customer) => [customer.id, customer]));
  const itemsOf = Map.groupBy(items, ({ invoiceId }) => invoiceId);
  const attemptsOf = Map.groupBy(attempts, ({ invoiceId }) => invoiceId);
  const paymentsOf = Map.groupBy(payments, ({ invoiceId }) => invoiceId);
  const today = storeToday(await clock.now(first), company);
  const origin = payersOrigin(company, publicUrl);
  return invoices.map((invoice) =>
    render(invoice, {
      today,
      checkoutUrl: checkoutUrlOf(invoice, origin),
      customer: customerById.get(invoice.customerId)!,
      items: itemsOf.get(invoice.id) ?? [],
      attempts: attemptsOf.get(invoice.id) ?? [],
      payments: paymentsOf.get(invoice.id) ?? [],
    }),
  );
}

interface Parts {
  today: string;
  checkoutUrl: string;
  customer: Customer;
  items: Line[];
  attempts: PaymentAttempt[];
  payments: Payment[];
}

function render(
  invoice: Invoice,
  { today, checkoutUrl, customer, items, attempts, payments }: Parts,
): Record<string, unknown> {
  const paymentsOf = Map.groupBy(payments, ({ attemptId }) => attemptId);
  return {
    id: invoice.id,
    status: invoice.status,
    checkout_hash: invoice.checkoutHash,
    checkout_url: checkoutUrl,
    customer: presentCustomer(customer),
    subscription_id: invoice.subscriptionId,
    payment_link_id: invoice.paymentLinkId,
    products: items.map(presentItem),
    ...presentAmounts(invoice, today),
    installments: invoice.installments,
    installment_interest: presentInstallmentInterest(invoice.installmentInterest),
    pix_expires_in: invoice.pixExpirySeconds,
    payment_method: invoice.paymentMethod,
    payment_methods: methodsOf(invoice),
    due_date: invoice.dueDate,
    paid_at: invoice.paidAt,
    ...presentArtefacts(invoice, attempts, checkoutUrl),
    payments: attempts.map((attempt) => presentAttempt(attempt, paymentsOf.get(attempt.id))),
    external_payments: (paymentsOf.get(null) ?? []).map(presentReceived),
    description: invoice.description,
    external_reference: invoice.externalReference,
    metadata: invoice.metadata,
    environment: invoice.environment,
    created_at: invoice.createdAt,
    updated_at: invoice.updatedAt,
  };
}

export function presentItem(item: Line): Record<string, unknown> {
  return {
    product_id: item.productId,
    name: item.name,
    quantity: item.quantity,
    unit_price: fromCents(item.unitPriceCents),
    amount: fromCents(multiply(item.unitPriceCents, item.quantity)),
  };
}

function presentAmounts(invoice: Invoice, today: string): Record<string, unknown> {
  const { discount, fine, interest } = invoice;
  return {
    subtotal: fromCents(invoice.subtotalCents),
    discount_amount: fromCents(invoice.discountCents),
    fine_amount: fromCents(invoice.fineCents),
    interest_amount: fromCents(invoice.interestCents),
    installment_interest_amount: fromCents(invoice.installmentInterestCents),
    total: fromCents(invoice.totalCents),
    amount_due: fromCents(amountDueCents(invoice, today)),
    amount_paid: fromCents(invoice.amountPaidCents),
    amount_refunded: fromCents(invoice.amountRefundedCents),
    amount_credited: fromCents(invoice.amountCreditedCents),
    amount_written_off: fromCents(invoice.amountWrittenOffCents),
    amount_disputed: fromCents(invoice.amountDisputedCents),
    discount: discount && fromDiscount(discount),
    coupon: invoice.couponCode,
    coupon_id: invoice.couponId,
    offer_card_saving: invoice.offersCardSaving,
    return_url: invoice.returnUrl,
    fine: fine && fromAdjustment(fine),
    interest: interest && fromAdjustment(interest),
  };
}
