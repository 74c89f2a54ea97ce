import type { StoreGrant } from './authenticate.ts';
import type { CreatedInvoice } from './create-invoice.ts';
import type { InvoiceOrder } from './read-invoice-order.ts';

/** A new invoice as the API shows it, from what has just been written. */
export function presentInvoice(
  invoice: CreatedInvoice,
  { order, store, publicUrl }: { order: InvoiceOrder; store: StoreGrant; publicUrl: string },
): object {
  const { id, checkoutHash, totalCents, customer, lines, createdAt } = invoice;
  const total = totalCents / 100;
  return {
    id,
    status: 'open',
    checkout_hash: checkoutHash,
    checkout_url: `${publicUrl}/checkout/${checkoutHash}`,
    customer: { ...customer, id: Number(customer.id) },
    subscription_id: null,
    products: lines.map(({ productId, name, quantity, unitPriceCents }) => ({
      product_id: productId,
      name,
      quantity,
      unit_price: unitPriceCents / 100,
      amount: (unitPriceCents * quantity) / 100,
    })),
    subtotal: total,
    ...{ discount_amount: 0, fine_amount: 0, interest_amount: 0 },
    total,
    amount_due: total,
    ...{ amount_paid: 0, amount_refunded: 0, discount: null, fine: null, interest: null },
    installments: order.installments,
    payment_method: order.paymentMethod,
    ...{ due_date: null, paid_at: null, pix: null, boleto: null, card: null },
    payments: presentAttempt(invoice, order),
    description: order.description,
    external_reference: order.externalReference,
    metadata: order.metadata,
    environment: store.environment,
    created_at: createdAt,
    updated_at: createdAt,
  };
}

function presentAttempt({ attemptId, totalCents, createdAt }: CreatedInvoice, order: InvoiceOrder): object[] {
  if (attemptId === null) return [];
  return [
    {
      id: attemptId,
      status: 'pending',
      payment_method: order.paymentMethod,
      amount: totalCents / 100,
      installments: order.installments,
      refusal_reason: null,
      registered_at: null,
      received: [],
      created_at: createdAt,
    },
  ];
}
