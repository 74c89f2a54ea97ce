import type { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';

/**
 * True for a charge that asks for the amount of its making on whatever day it is paid: a card, a Pix code without a due
 * date, or a charge to which no bank adds fees.
 */
export function asksFixedAmount({ method, artefacts }: Pick<PaymentAttempt, 'method' | 'artefacts'>): boolean {
  switch (method) {
    case 'card':
      return true;
    case 'pix':
      return artefacts?.method !== 'pix' || artefacts.dueDate === undefined;
    case 'boleto':
      return artefacts?.method === 'boleto' && artefacts.isFixed === true;
  }
}
