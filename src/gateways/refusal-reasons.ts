/**
 * Why a charge or a refund was refused: one list for every gateway, so that a store reads the same word whoever
 * collects for it. A gateway's own words are mapped to these; what fits none is `refused_by_gateway`.
 */
export const REFUSAL_REASONS = {
  card_declined: 'The card’s bank refused, and does not say why.',
  insufficient_funds: 'The card has not enough limit, or its account not enough balance.',
  limit_exceeded: 'The card was used too often, or for too much, in a short time.',
  expired_card: 'The card has expired.',
  invalid_card_details: 'The number, the expiry or the security code of the card is wrong.',
  invalid_card_token: 'The card token is unknown, was used before, or cannot be used here.',
  card_not_supported: 'The card cannot be used for this kind of purchase, or in this currency.',
  suspected_fraud: 'The payment looks like fraud, or the card was reported lost or stolen.',
  authentication_required: 'The card’s bank wants the payer to confirm, and the payer was not there.',
  second_step_refused: 'The payer did not confirm with the bank.',
  installments_not_available: 'The card, or the store’s account, has no such number of installments.',
  declined_by_payer_bank: 'The payer’s bank refused.',
  authorization_ended: 'The payer’s agreement to debits has ended.',
  processing_error: 'The bank or the gateway failed. The same may work later.',
  invalid_payer_details: 'The gateway does not take the payer’s name, e-mail, document or address.',
  amount_not_allowed: 'The amount is less or more than the gateway takes.',
  method_not_available: 'The store’s account at the gateway cannot take this payment method.',
  canceled_at_gateway: 'The charge was canceled at the gateway, and not here.',
  refund_refused_by_issuer: 'The bank did not take the money back.',
  insufficient_balance: 'The store’s account at the gateway has not enough balance for the refund.',
  already_refunded: 'The gateway has given that money back already.',
  not_refundable: 'The gateway cannot give back this payment.',
  payment_not_found: 'The gateway does not know the payment.',
  refused_by_gateway: 'The gateway refused, for a reason that is none of these.',
} as const;

export type RefusalReason = keyof typeof REFUSAL_REASONS;
