import type { Stripe } from 'stripe';
import type { PaymentGateway, RefundRequest, RefundResult } from '../payment-gateway.ts';
import { callStripe, isMissing, StripeRefusal } from './call-stripe.ts';
import { keyOf, markOf, readMark } from './ids.ts';
import { makeOnce } from './make-once.ts';
import { reasonOf, refundReasonOf } from './reasons.ts';
import type { StripeAccess } from './stripe-access.ts';

/** Refunds at Stripe. A payment has the id of its PaymentIntent. */
export function createRefunds(access: StripeAccess): Pick<PaymentGateway, 'refundPayment'> {
  return {
    async refundPayment(request) {
      try {
        return readResult((await findRefund(access, request)) ?? (await makeRefund(access, request)));
      } catch (error) {
        if (!(error instanceof StripeRefusal)) throw error;
        const { code, type } = error;
        const reason = isMissing(error) ? 'payment_not_found' : reasonOf({ code, type });
        return { status: 'refused', gatewayRefundId: null, reason };
      }
    },
  };
}

function makeRefund(access: StripeAccess, request: RefundRequest): Promise<Stripe.Refund> {
  const { stripe, mark } = access;
  const { refundId, keyNumber, gatewayPaymentId, amountCents } = request;
  const idempotencyKey = keyOf(mark, `refund-${refundId}`, keyNumber);
  const params = { payment_intent: gatewayPaymentId, amount: amountCents, metadata: markOf(mark, { refundId }) };
  return makeOnce({
    find: () => findRefund(access, request),
    make: () => callStripe(() => stripe.refunds.create(params, { idempotencyKey })),
  });
}

async function findRefund(
  { stripe, mark }: StripeAccess,
  { refundId, gatewayPaymentId }: RefundRequest,
): Promise<Stripe.Refund | null> {
  const { data } = await callStripe(() => stripe.refunds.list({ payment_intent: gatewayPaymentId, limit: 100 }));
  return data.find(({ metadata }) => readMark(metadata, 'refundId', mark) === refundId) ?? null;
}

function readResult({ id: gatewayRefundId, status, failure_reason: failureReason }: Stripe.Refund): RefundResult {
  if (status === 'succeeded') return { status: 'refunded', gatewayRefundId };
  if (status === 'failed' || status === 'canceled') {
    return { status: 'refused', gatewayRefundId, reason: refundReasonOf(failureReason) };
  }
  return { status: 'pending', gatewayRefundId };
}
