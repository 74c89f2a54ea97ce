import type { Company } from '../companies/company.entity.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.entity.ts';
import type { CheckoutState } from './checkout-view.ts';

/** Pages on which a payer could begin a payment, or pay with a code. */
const CAN_PAY: readonly CheckoutState[] = ['preparing', 'awaiting_payment', 'overdue', 'card_form', 'refused'];

/**
 * Which page an invoice shows to its payer. Of a store that is suspended, nobody begins a payment; a card's that is under way
 * goes on, and what has ended is shown as ever.
 */
export function checkoutState(
  invoice: Pick<Invoice, 'status' | 'paymentMethod'>,
  attempts: Pick<PaymentAttempt, 'state' | 'artefacts'>[],
  { suspendedAt }: Pick<Company, 'suspendedAt'>,
): CheckoutState {
  const state = stateOf(invoice, attempts);
  return suspendedAt && CAN_PAY.includes(state) ? 'suspended' : state;
}

function stateOf(
  { status, paymentMethod }: Pick<Invoice, 'status' | 'paymentMethod'>,
  attempts: Pick<PaymentAttempt, 'state' | 'artefacts'>[],
): CheckoutState {
  switch (status) {
    case 'paid':
    case 'canceled':
    case 'overdue':
    case 'expired':
      return status;
    case 'partially_refunded':
    case 'refunded':
      return 'refunded';
    case 'abandoned':
      return 'expired';
    case 'open':
    case 'refused':
    case 'pending':
      return paymentMethod === 'card' ? cardState(attempts) : codeState(status, attempts);
  }
}

function cardState(attempts: Pick<PaymentAttempt, 'state' | 'artefacts'>[]): CheckoutState {
  const underWay = attempts.findLast(({ state }) => state === 'pending');
  if (!underWay) return 'card_form';
  const { artefacts } = underWay;
  return artefacts?.method === 'card' && artefacts.nextActionUrl ? 'second_step' : 'processing';
}

function codeState(status: 'open' | 'refused' | 'pending', attempts: Pick<PaymentAttempt, 'state'>[]): CheckoutState {
  if (status === 'pending') return 'awaiting_payment';
  return attempts.some(({ state }) => state === 'pending') ? 'preparing' : 'refused';
}
