import type { EntityManager } from '@mikro-orm/postgresql';
import { changeInvoice } from '../../invoices/change-invoice.ts';
import type { GatewayRegistry } from '../../gateways/gateway-registry.ts';
import { KeyUsedUpError, type RefundResult } from '../../gateways/payment-gateway.ts';
import { PaymentAttempt } from '../../invoices/payment-attempt.entity.ts';
import { Payment } from '../../invoices/payment.entity.ts';
import { Refund } from '../../invoices/refund.entity.ts';
import { settleRefund } from './settle-refund.ts';

/**
 * Takes a refund to its payment's gateway and records the answer. The gateway is called outside any transaction; its
 * idempotency key is the refund's id, so a call that is repeated after a crash gives nothing back twice.
 *
 * @param at the moment of the request, in the store's time
 * @throws GatewayUnavailableError for what a retry can mend
 */
export async function makeRefund(
  { em, gateways }: { em: EntityManager; gateways: GatewayRegistry },
  { refundId, at }: { refundId: number; at: Date },
): Promise<void> {
  const reader = em.fork();
  const refund = await reader.findOneOrFail(Refund, refundId);
  if (refund.state !== 'pending' || refund.requestedAt) return;
  const payment = await reader.findOneOrFail(Payment, refund.paymentId);
  const result = await askGateway({ em, gateways }, refund, payment);

  await changeInvoice(em, { invoiceId: refund.invoiceId, at, dispatch: 'caller' }, async (change) => {
    const current = await change.tx.findOneOrFail(Refund, refundId);
    // The callback may have been faster than the answer.
    if (current.requestedAt) return;
    current.requestedAt = at;
    current.updatedAt = at;
    current.gatewayRefundId ??= result.gatewayRefundId;
    change.touch();
    if (result.status === 'refunded') await settleRefund(change, current, { succeeded: true, unlessFailed: true });
    if (result.status === 'refused') {
      await settleRefund(change, current, { succeeded: false, reason: result.reason ?? 'refused' });
    }
  });
}

async function askGateway(
  { em, gateways }: { em: EntityManager; gateways: GatewayRegistry },
  { id: refundId, keyNumber, amountCents }: Refund,
  { companyId, environment, gateway, gatewayPaymentId, attemptId }: Payment,
): Promise<RefundResult> {
  // A refund is of money that a gateway brought (`findSources`).
  const { gatewayAccountId } = await em.fork().findOneOrFail(PaymentAttempt, attemptId!);
  const opened = await gateways.open(em, gateway, { companyId, environment, gatewayAccountId });
  try {
    return await opened.refundPayment({ refundId, keyNumber, gatewayPaymentId, amountCents });
  } catch (error) {
    if (error instanceof KeyUsedUpError) {
      await em.fork().nativeUpdate(Refund, { id: refundId, keyNumber }, { keyNumber: keyNumber + 1 });
    }
    throw error;
  }
}
