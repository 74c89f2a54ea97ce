import { METHODS } from '../banking/payment-method.ts';
import type { Company } from '../accounts/companies/company.entity.ts';
import { findOwnAttempt } from '../invoices/live-attempt.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';
import { asksFixedAmount } from '../payments/fixed-amount.ts';
import { canBeRevived, type Revivable } from '../payments/can-be-revived.ts';
import { chargeHasLapsed } from '../payments/lapsed-charge.ts';
import type { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import type { CheckoutState } from './checkout-view.ts';

/** Pages on which a payer could begin a payment, or pay with a code. */
export const CAN_PAY: readonly CheckoutState[] = [
  'preparing',
  'awaiting_payment',
  'overdue',
  'lapsed',
  'card_form',
  'refused',
];

type Attempt = Pick<PaymentAttempt, 'state' | 'method' | 'artefacts'> &
  Partial<Pick<PaymentAttempt, 'settlesOn' | 'isCompanion'>>;

/**
 * Decides which page an invoice shows to its payer. While a store is suspended, nobody begins a payment; a card payment
 * that is under way goes on, and an invoice that has ended is shown as ever.
 *
 * @param now the store's time
 */
export function checkoutState(
  invoice: ShownInvoice,
  attempts: Attempt[],
  company: Pick<Company, 'suspendedAt' | 'timeZone' | 'paysAfterAbandonment'>,
  now: Date,
): CheckoutState {
  const state = stateOf({ invoice, attempts, company, at: now });
  return company.suspendedAt && CAN_PAY.includes(state) ? 'suspended' : state;
}

type ShownInvoice = Revivable & Pick<Invoice, 'paymentMethod'>;

interface Facts {
  invoice: ShownInvoice;
  attempts: Attempt[];
  company: Pick<Company, 'timeZone' | 'paysAfterAbandonment'>;
  at: Date;
}

function stateOf(facts: Facts): CheckoutState {
  const { invoice, attempts, company } = facts;
  const { status, paymentMethod } = invoice;
  switch (status) {
    case 'paid':
    case 'canceled':
    case 'expired':
      return status;
    case 'overdue':
      return overdueState(facts);
    case 'partially_refunded':
    case 'refunded':
      return 'refunded';
    case 'abandoned':
      if (!canBeRevived(invoice, company)) return 'expired';
      return METHODS[paymentMethod].takesCardToken ? 'card_form' : 'lapsed';
    case 'open':
    case 'refused':
    case 'pending':
      return METHODS[paymentMethod].takesCardToken ? cardState(attempts) : codeState(status, attempts);
  }
}

/** A fresh charge in place of one that has lapsed is not overdue itself. */
function overdueState(facts: Facts): CheckoutState {
  if (chargeHasLapsed(facts)) return 'lapsed';
  const charge = findOwnAttempt(facts.attempts, ({ state }) => state === 'pending');
  return charge?.artefacts && asksFixedAmount(charge) ? 'awaiting_payment' : 'overdue';
}

function cardState(attempts: Attempt[]): CheckoutState {
  const underWay = attempts.findLast(({ state }) => state === 'pending');
  if (!underWay) return 'card_form';
  const { artefacts } = underWay;
  return artefacts?.method === 'card' && artefacts.nextActionUrl ? 'second_step' : 'processing';
}

function codeState(status: 'open' | 'refused' | 'pending', attempts: Attempt[]): CheckoutState {
  if (attempts.some(({ state, settlesOn }) => state === 'pending' && settlesOn)) return 'debited';
  if (status === 'pending') return 'awaiting_payment';
  return attempts.some(({ state }) => state === 'pending') ? 'preparing' : 'refused';
}
