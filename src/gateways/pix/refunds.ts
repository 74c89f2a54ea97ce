import { formatDecimal } from '../../base/money/money.ts';
import type { PaymentGateway, RefundResult } from '../payment-gateway.ts';
import { readDevolucao, type Devolucao } from './bank-answers.ts';
import type { PixGatewayAccess } from './gateway-access.ts';
import { BankRefusal } from './pix-api.ts';
import { failureOf, returnReasonOf } from './reasons.ts';
import { returnIdOf } from './txid.ts';

/** Returns of Pix. Their id follows from the refund: the bank takes no other return under it. */
export function createRefunds({ api, mark }: PixGatewayAccess): Pick<PaymentGateway, 'refundPayment'> {
  return {
    async refundPayment({ refundId, gatewayPaymentId, amountCents }) {
      const id = returnIdOf(mark, refundId);
      const path = `/pix/${encodeURIComponent(gatewayPaymentId)}/devolucao/${id}`;
      const read = async (): Promise<RefundResult | null> => {
        const answer = await api.call('GET', path);
        return answer === null ? null : resultOf(readDevolucao(answer));
      };
      // An earlier call may have reached the bank although its answer did not reach us, and a second is refused.
      const known = await read();
      if (known) return known;
      try {
        const made = await api.call('PUT', path, { valor: formatDecimal(amountCents), natureza: 'ORIGINAL' });
        if (made === null) return { status: 'refused', gatewayRefundId: null, reason: 'payment_not_found' };
        return resultOf(readDevolucao(made));
      } catch (error) {
        if (!(error instanceof BankRefusal)) throw error;
        const meanwhile = await read();
        return meanwhile ?? { status: 'refused', gatewayRefundId: null, reason: returnReasonOf(error) };
      }
    },
  };
}

function resultOf(devolucao: Devolucao): RefundResult {
  const { id: gatewayRefundId, status } = devolucao;
  switch (status) {
    case 'EM_PROCESSAMENTO':
      return { status: 'pending', gatewayRefundId };
    case 'DEVOLVIDO':
      return { status: 'refunded', gatewayRefundId };
    case 'NAO_REALIZADO':
      return { status: 'refused', gatewayRefundId, reason: failureOf(devolucao) };
  }
}
