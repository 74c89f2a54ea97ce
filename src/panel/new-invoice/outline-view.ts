import type { Company } from '../../accounts/companies/company.entity.ts';
import { defaultDueDate } from '../../invoices/check-terms.ts';
import { sampleCheckoutView } from '../../checkout/sample-view.ts';
import type { CheckoutView } from '../../checkout/checkout-view.ts';
import type { SaleOutline } from './outline-sale.ts';

/** The payer's page of an invoice that is not made yet: its codes are samples, which nobody can pay. */
export function outlineView(
  outline: SaleOutline,
  about: { company: Company; brand: CheckoutView['store']; isSandbox: boolean; now: Date },
): CheckoutView {
  const { lines, paymentMethod: method, installments, dueDate, description, couponCode } = outline;
  const { subtotalCents, discountCents, totalCents } = outline;
  const sale = {
    methods: [...(outline.paymentMethods ?? [])],
    ...{ method, installments, description, couponCode, subtotalCents, discountCents, totalCents },
    dueDate: dueDate ?? (method === 'boleto' ? defaultDueDate(about.company, about.now) : null),
    items: lines.map(({ name, quantity, unitPriceCents, amountCents }) => ({
      ...{ name, quantity, unitPriceCents, amountCents },
    })),
  };
  return sampleCheckoutView({ ...about, sale });
}
