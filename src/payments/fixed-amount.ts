import { METHODS } from '../banking/payment-method.ts';
import type { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';

/**
 * True for a charge that asks for the amount of its making on whatever day it is paid: a Pix code, a card, or a boleto
 * to which no bank adds fees.
 */
export function asksFixedAmount({ method, artefacts }: Pick<PaymentAttempt, 'method' | 'artefacts'>): boolean {
  return !METHODS[method].growsAtBank || (artefacts?.method === 'boleto' && artefacts.isFixed === true);
}
