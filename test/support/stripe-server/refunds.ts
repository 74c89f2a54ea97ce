import type Stripe from 'stripe';
import { emit, findIn, idOf, newId, seconds, type Mode } from './account.ts';
import { paidCharge } from './charges.ts';
import { invalidRequest } from './failure.ts';

const PIX_REFUND_SECONDS = 90 * 86_400;

interface RefundParams {
  payment_intent?: string | undefined;
  amount?: number | undefined;
  metadata?: Record<string, string> | undefined;
  reason?: string | undefined;
}

export function createRefund(mode: Mode, params: RefundParams): Stripe.Refund {
  const intent = findIn(mode, 'intents', params.payment_intent!, { param: 'payment_intent' });
  const charge = paidCharge(mode, intent.id);
  if (!charge) {
    const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
    throw invalidRequest(message, { param: 'payment_intent' });
  }
  const amount = params.amount ?? charge.amount - charge.amount_refunded;
  checkRefundable(mode, charge, amount);
  const type = charge.payment_method_details!.type;
  const conduct = mode.conducts.get(charge.payment_method!);
  const waits = type === 'pix' || conduct?.refund === 'pending';
  const refund: Stripe.Refund = {
    id: newId(type === 'card' ? 're' : 'pyr'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: seconds(mode),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: type === 'card' ? { type, card: { type: 'refund' } } : { type, pix: {} },
    metadata: params.metadata ?? {},
    payment_intent: intent.id,
    payment_method: charge.payment_method,
    ...(waits && { pending_reason: 'processing' as const }),
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: waits ? 'pending' : 'succeeded',
    transfer_reversal: null,
  };
  mode.refunds.set(refund.id, refund);
  mode.balanceTransactions.set(idOf(refund.balance_transaction), {
    ...{ id: refund.balance_transaction, object: 'balance_transaction', amount: -amount, fee: 0, net: -amount },
    ...{ available_on: seconds(mode), created: seconds(mode), currency: charge.currency, reporting_category: 'refund' },
    ...{ source: refund.id, status: 'available', type: 'refund', fee_details: [] },
  } as unknown as Stripe.BalanceTransaction);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  emit(mode, 'refund.created', refund);
  emit(mode, 'charge.refunded', charge);
  return refund;
}

function checkRefundable(mode: Mode, charge: Stripe.Charge, amount: number): void {
  if (charge.disputed) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw invalidRequest(message, { code: 'charge_disputed' });
  }
  if (charge.refunded) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw invalidRequest(message, { code: 'charge_already_refunded' });
  }
  const { type } = charge.payment_method_details!;
  if (type === 'boleto' || (type === 'pix' && seconds(mode) - charge.created > PIX_REFUND_SECONDS)) {
    const message =
      type === 'boleto' ? 'Boleto payments cannot be refunded.' : 'Pix payments cannot be refunded after 90 days.';
    throw invalidRequest(message, { code: 'charge_not_refundable' });
  }
  if (amount < 1) {
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  const left = charge.amount - charge.amount_refunded;
  if (amount > left) {
    const real = (cents: number): string => `R$${(cents / 100).toFixed(2)}`;
    const message = `Refund amount (${real(amount)}) is greater than unrefunded amount on charge (${real(left)})`;
    throw invalidRequest(message, { param: 'amount' });
  }
}

/** The bank did what it was asked to, or gave the money back: even a refund that succeeded may fail later. */
export function settleRefund(
  mode: Mode,
  refund: Stripe.Refund,
  outcome: 'succeeded' | 'failed',
  failureReason = 'unknown',
): void {
  if (refund.status === 'failed' || refund.status === outcome) throw new Error(`${refund.id} is ${refund.status}`);
  refund.status = outcome;
  delete refund.pending_reason;
  const charge = mode.charges.get(idOf(refund.charge))!;
  if (outcome === 'failed') {
    refund.failure_reason = failureReason;
    refund.failure_balance_transaction = newId('txn');
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
  }
  emit(mode, 'refund.updated', refund);
  emit(mode, 'charge.refund.updated', refund);
  if (outcome === 'failed') emit(mode, 'refund.failed', refund);
}
