import { parseDecimal } from '../../base/money/money.ts';
import type { ReceivedMoney } from '../payment-gateway.ts';
import type { Pix } from './bank-answers.ts';

/** The money that a Pix brought. */
export function moneyOf({ endToEndId, valor, horario }: Pix): ReceivedMoney {
  return {
    paymentId: endToEndId,
    amountCents: parseDecimal(valor),
    paidAt: new Date(horario).toISOString(),
    endToEndId,
  };
}
