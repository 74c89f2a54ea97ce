import { parseDecimal } from '../../base/money/money.ts';
import type { DisputeNews, DisputeStatus } from '../payment-gateway.ts';
import type { Devolucao } from './bank-answers.ts';

/** The payer's bank asks for the money, and this bank decides; the money is blocked meanwhile. */
const STATUSES: Readonly<Record<Devolucao['status'], DisputeStatus>> = {
  EM_PROCESSAMENTO: 'under_review',
  DEVOLVIDO: 'lost',
  NAO_REALIZADO: 'won',
};

/**
 * A return by the special mechanism (Mecanismo Especial de Devolução, MED, of Resolution BCB 103/2021) as the dispute
 * that it is: a bank takes the money back, for fraud or its own error, and the store does not. The API Pix has no call
 * by which a store answers: that is done at the bank.
 *
 * @returns null for any other return
 */
export function disputeOf(paymentId: string, devolucao: Devolucao): DisputeNews | null {
  const { id, status, valor, natureza = 'ORIGINAL', horario } = devolucao;
  if (!natureza.startsWith('MED')) return null;
  return {
    ...{ paymentId, gatewayDisputeId: id, kind: 'med', gatewayRefundId: id },
    ...{ status: STATUSES[status], amountCents: parseDecimal(valor), reason: natureza, answerUntil: null },
    saidAt: horario?.liquidacao ?? horario?.solicitacao ?? new Date().toISOString(),
  };
}
