import type { RefusalReason } from '../refusal-reasons.ts';
import type { Devolucao } from './bank-answers.ts';
import type { BankRefusal } from './pix-api.ts';

/**
 * The word for a charge that the bank does not make. The Central Bank's document lists the violations of
 * `CobOperacaoInvalida` and `CobVOperacaoInvalida`, and each names its property.
 */
export function chargeReasonOf({ properties, words }: BankRefusal): RefusalReason {
  const isAbout = (name: string): boolean =>
    properties.some((property) => property.includes(name)) || words.includes(`.${name}`);
  if (isAbout('idRec') || /recorr/i.test(words)) return 'authorization_ended';
  if (isAbout('devedor')) return 'invalid_payer_details';
  if (isAbout('valor')) return 'amount_not_allowed';
  if (isAbout('chave')) return 'method_not_available';
  return 'refused_by_gateway';
}

/**
 * The word for a debit that the payer's bank did not make. The codes are those of the Central Bank's document
 * (`CobRTentativas`); ISO 20022 has the meaning of those that are not the Pix's own.
 */
export function debitReasonOf(code: string | undefined): RefusalReason {
  return code === 'AM02' ? 'limit_exceeded' : 'declined_by_payer_bank';
}

/** The word for a return that the bank does not begin (`PixDevolucaoInvalida`). */
export function returnReasonOf({ words }: BankRefusal): RefusalReason {
  if (/saldo/i.test(words)) return 'insufficient_balance';
  if (/exced/i.test(words)) return 'already_refunded';
  return 'not_refundable';
}

/** The word for a return that ended as `NAO_REALIZADO`. */
export function failureOf({ motivo }: Devolucao): RefusalReason {
  return /saldo/i.test(motivo ?? '') ? 'insufficient_balance' : 'refund_refused_by_issuer';
}
