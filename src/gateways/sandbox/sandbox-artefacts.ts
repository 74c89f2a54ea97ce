import { boletoBarcode, digitableLine } from '../../banking/boleto/barcode.ts';
import { dynamicPixPayload } from '../../banking/pix/br-code.ts';
import type { CardMark, ChargeArtefacts, ChargeRequest, DisputeStatus } from '../payment-gateway.ts';

/** No bank has this number, so that no bank can take a sandbox boleto for a real one. */
const SANDBOX_BANK = '999';
/** `.invalid` is reserved (RFC 2606): no banking app can resolve a sandbox Pix code. */
const SANDBOX_PIX_HOST = 'pix.sandbox.invalid/qr/v2';

export function sandboxPixUrl(path: string): string {
  return `${SANDBOX_PIX_HOST}/${path}`;
}

export interface SandboxCard {
  known: boolean;
  brand: string;
  last4: string;
  /** Null for a card that waits until `POST /sandbox/invoices/{id}/payment` decides. */
  outcome: 'confirmed' | { refused: string } | null;
  /** The charge is made, and its answer never arrives: the caller must ask before it tries again. */
  losesItsAnswer?: boolean;
  /** The payer must confirm on the bank's page. */
  asksForSecondStep?: boolean;
  /** The payer's bank wants the money back, and has said so much of it. */
  dispute?: DisputeStatus;
}

/** The last digits of the card that is paid with and takes no money back. */
export const REFUND_REFUSED_LAST4 = '5126';

/** The test cards. A token decides what becomes of its charge. */
const CARDS: Record<string, Pick<SandboxCard, 'outcome' | 'last4'> & Partial<SandboxCard>> = {
  tok_approved: { outcome: 'confirmed', last4: '4242' },
  tok_refused: { outcome: { refused: 'card_declined' }, last4: '0002' },
  tok_insufficient_funds: { outcome: { refused: 'insufficient_funds' }, last4: '9995' },
  tok_refund_refused: { outcome: 'confirmed', last4: REFUND_REFUSED_LAST4 },
  tok_disputed: { outcome: 'confirmed', last4: '0259', dispute: 'open' },
  tok_dispute_won: { outcome: 'confirmed', last4: '2685', dispute: 'won' },
  tok_dispute_lost: { outcome: 'confirmed', last4: '1976', dispute: 'lost' },
  tok_expired_card: { outcome: { refused: 'expired_card' }, last4: '0069' },
  tok_fraud: { outcome: { refused: 'suspected_fraud' }, last4: '0019' },
  tok_gateway_timeout: { outcome: 'confirmed', last4: '0119', losesItsAnswer: true },
  tok_second_step: { outcome: null, last4: '3220', asksForSecondStep: true },
  tok_undecided: { outcome: null, last4: '3238' },
};

/** A test card is known by its last digits, and good for long. */
export function sandboxMark({ last4 }: SandboxCard): CardMark {
  return { fingerprint: `sandbox_${last4}`, expMonth: 12, expYear: 2050 };
}

export function readCardToken(token: string | null): SandboxCard {
  const card = CARDS[token ?? ''];
  return { known: card !== undefined, brand: 'visa', last4: '', outcome: null, ...card };
}

/**
 * The means of payment of a charge. The artefacts follow from the request alone: registering twice gives the same ones.
 */
export function makeArtefacts(request: ChargeRequest, card: SandboxCard | null, challengeUrl: string): ChargeArtefacts {
  const { attemptId, amountCents, installments } = request;
  switch (request.method) {
    case 'pix': {
      // BCB: a dynamic charge's txid is 26 to 35 letters and digits.
      const txid = `FATURA${String(attemptId).padStart(20, '0')}`;
      if (request.debit) return { method: 'pix_automatic', txid, settlesOn: request.debit.settlesOn };
      const url = sandboxPixUrl(`${request.late ? 'cobv/' : ''}${txid}`);
      const { name: merchantName, city: merchantCity } = request.merchant;
      const qrCode = dynamicPixPayload({ url, amountCents, merchantName, merchantCity });
      const { late, dueDate } = request;
      if (!late || !dueDate) return { method: 'pix', qrCode, txid, expiresAt: request.expiresAt! };
      return { method: 'pix', qrCode, txid, dueDate, expiresAt: late.until };
    }
    case 'boleto': {
      const ourNumber = String(attemptId).padStart(17, '0');
      const dueDate = request.dueDate!;
      const barcode = boletoBarcode({ bank: SANDBOX_BANK, dueDate, amountCents, freeField: `00000000${ourNumber}` });
      return { method: 'boleto', barcode, digitableLine: digitableLine(barcode), ourNumber, dueDate };
    }
    case 'card':
      return {
        method: 'card',
        brand: card!.brand,
        last4: card!.last4,
        installments,
        ...(request.cardUse === 'kept' ? { kept: sandboxMark(card!) } : {}),
        ...(card!.asksForSecondStep ? { nextActionUrl: challengeUrl } : {}),
      };
  }
}
