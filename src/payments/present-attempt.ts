import { fromCents } from '../money/money.ts';
import type { PaymentAttempt } from './payment-attempt.entity.ts';

/** An attempt as the API shows it in `payments`. */
export function presentAttempt(attempt: PaymentAttempt): Record<string, unknown> {
  return {
    id: attempt.id,
    status: attempt.state,
    payment_method: attempt.method,
    amount: fromCents(attempt.amountCents),
    refusal_reason: attempt.refusalReason,
    registered_at: attempt.registeredAt,
    created_at: attempt.createdAt,
  };
}

/** `pix`, `boleto` and `card` of an invoice: what the newest registered attempt is paid with, null for the others. */
export function presentArtefacts(attempts: PaymentAttempt[]): Record<'pix' | 'boleto' | 'card', object | null> {
  const artefacts = attempts.findLast((attempt) => attempt.artefacts)?.artefacts;
  const shown = { pix: null, boleto: null, card: null };
  switch (artefacts?.method) {
    case 'pix':
      return {
        ...shown,
        pix: { qr_code: artefacts.qrCode, txid: artefacts.txid, expires_at: artefacts.expiresAt },
      };
    case 'boleto':
      return {
        ...shown,
        boleto: {
          barcode: artefacts.barcode,
          digitable_line: artefacts.digitableLine,
          our_number: artefacts.ourNumber,
          due_date: artefacts.dueDate,
        },
      };
    case 'card':
      return {
        ...shown,
        card: { brand: artefacts.brand, last4: artefacts.last4, installments: artefacts.installments },
      };
    case undefined:
      return shown;
  }
}
