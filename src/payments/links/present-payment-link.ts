import { methodsOf } from '../../banking/payment-method.ts';
import type { PaymentLink } from './payment-link.entity.ts';

/** The address at which anybody buys; `origin` as `payersOrigin` has it. */
export function paymentLinkUrl({ hash }: Pick<PaymentLink, 'hash'>, origin: string): string {
  return `${origin}/pay/${hash}`;
}

/** A link as the API shows it. */
export function presentPaymentLink(link: PaymentLink, origin: string): Record<string, unknown> {
  return {
    id: link.id,
    url: paymentLinkUrl(link, origin),
    name: link.name,
    description: link.description,
    products: link.products.map(({ productId, quantity }) => ({ product_id: productId, quantity })),
    payment_method: link.paymentMethod,
    payment_methods: methodsOf(link),
    installments: link.installments,
    accepts_coupons: link.acceptsCoupons,
    max_invoices: link.maxInvoices,
    valid_until: link.validUntil,
    return_url: link.returnUrl,
    metadata: link.metadata,
    active: link.active,
    created_at: link.createdAt,
    updated_at: link.updatedAt,
  };
}
