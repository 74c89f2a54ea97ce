import { fromCents } from '../base/money/money.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';
import type { ChargeArtefacts } from '../gateways/payment-gateway.ts';
import { findCompanion, findLiveAttempt } from './live-attempt.ts';
import type { PaymentAttempt } from './payment-attempt.entity.ts';
import type { Payment } from './payment.entity.ts';

/** An attempt as the API shows it in `payments`, with the money that arrived by it. */
export function presentAttempt(attempt: PaymentAttempt, received: Payment[] = []): Record<string, unknown> {
  return {
    id: attempt.id,
    status: attempt.state,
    payment_method: attempt.method,
    amount: fromCents(attempt.amountCents),
    installments: attempt.installments,
    installment_interest_amount: fromCents(attempt.installmentInterestCents),
    // A card that was offered is saved by its payment.
    saved_card_id: attempt.isOffSession || attempt.state === 'paid' ? attempt.savedCardId : null,
    refusal_reason: attempt.refusalReason,
    debited_on: attempt.settlesOn,
    registered_at: attempt.registeredAt,
    received: received.map((payment) => ({
      id: payment.id,
      amount: fromCents(payment.amountCents),
      amount_refunded: fromCents(payment.amountRefundedCents),
      paid_at: payment.paidAt,
      end_to_end_id: payment.endToEndId,
    })),
    created_at: attempt.createdAt,
  };
}

function presentPix(artefacts: ChargeArtefacts | null, checkoutUrl: string): object | null {
  if (artefacts?.method !== 'pix') return null;
  const { qrCode: qr_code, txid, expiresAt: expires_at } = artefacts;
  return { qr_code, qr_code_image: `${checkoutUrl}/pix.svg`, txid, expires_at };
}

/** `pix`, `boleto` and `card` of an invoice: what it is paid with, null for the others. */
export function presentArtefacts(
  invoice: Pick<Invoice, 'paymentMethod'>,
  attempts: PaymentAttempt[],
  checkoutUrl: string,
): Record<'pix' | 'boleto' | 'card', object | null> {
  const artefacts = findLiveAttempt(invoice, attempts)?.artefacts ?? undefined;
  const shown = { pix: null, boleto: null, card: null };
  switch (artefacts?.method) {
    case 'pix':
      return { ...shown, pix: presentPix(artefacts, checkoutUrl) };
    case 'boleto':
      return {
        ...shown,
        pix: presentPix(findCompanion(attempts)?.artefacts ?? null, checkoutUrl),
        boleto: {
          barcode: artefacts.barcode,
          digitable_line: artefacts.digitableLine,
          our_number: artefacts.ourNumber,
          pdf_url: `${checkoutUrl}/boleto.pdf`,
          due_date: artefacts.dueDate,
        },
      };
    case 'card':
      return {
        ...shown,
        card: {
          brand: artefacts.brand,
          last4: artefacts.last4,
          installments: artefacts.installments,
          next_action_url: artefacts.nextActionUrl ?? null,
        },
      };
    // The payer's bank debits it: nothing is shown to pay with.
    case 'pix_automatic':
    case undefined:
      return shown;
  }
}
