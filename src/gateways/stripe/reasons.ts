import type { RefusalReason } from '../refusal-reasons.ts';

/**
 * Stripe's words in ours. Decline codes: https://docs.stripe.com/declines/codes; error codes:
 * https://docs.stripe.com/error-codes. The payer is not told that a card is reported lost or stolen.
 */
const REASONS: Readonly<Record<string, RefusalReason>> = {
  approve_with_id: 'processing_error',
  authentication_not_handled: 'authentication_required',
  authentication_required: 'authentication_required',
  call_issuer: 'card_declined',
  card_declined: 'card_declined',
  card_decline_rate_limit_exceeded: 'limit_exceeded',
  card_not_supported: 'card_not_supported',
  card_velocity_exceeded: 'limit_exceeded',
  currency_not_supported: 'card_not_supported',
  do_not_honor: 'card_declined',
  do_not_try_again: 'card_declined',
  duplicate_transaction: 'card_declined',
  expired_card: 'expired_card',
  fraudulent: 'suspected_fraud',
  generic_decline: 'card_declined',
  highest_risk_level: 'suspected_fraud',
  elevated_risk_level: 'suspected_fraud',
  incorrect_address: 'invalid_card_details',
  incorrect_cvc: 'invalid_card_details',
  incorrect_number: 'invalid_card_details',
  incorrect_pin: 'invalid_card_details',
  incorrect_zip: 'invalid_card_details',
  insufficient_funds: 'insufficient_funds',
  invalid_account: 'card_declined',
  invalid_amount: 'amount_not_allowed',
  invalid_cvc: 'invalid_card_details',
  invalid_expiry_month: 'invalid_card_details',
  invalid_expiry_year: 'invalid_card_details',
  invalid_number: 'invalid_card_details',
  invalid_pin: 'invalid_card_details',
  issuer_not_available: 'processing_error',
  lost_card: 'suspected_fraud',
  merchant_blacklist: 'suspected_fraud',
  new_account_information_available: 'card_declined',
  no_action_taken: 'card_declined',
  not_permitted: 'card_not_supported',
  offline_pin_required: 'authentication_required',
  online_or_offline_pin_required: 'authentication_required',
  pickup_card: 'suspected_fraud',
  pin_try_exceeded: 'limit_exceeded',
  processing_error: 'processing_error',
  reenter_transaction: 'processing_error',
  restricted_card: 'suspected_fraud',
  revocation_of_all_authorizations: 'card_declined',
  revocation_of_authorization: 'card_declined',
  security_violation: 'suspected_fraud',
  service_not_allowed: 'card_not_supported',
  stolen_card: 'suspected_fraud',
  stop_payment_order: 'card_declined',
  testmode_decline: 'card_declined',
  transaction_not_allowed: 'card_not_supported',
  try_again_later: 'processing_error',
  withdrawal_count_limit_exceeded: 'limit_exceeded',

  expired_payment_method: 'expired_card',
  incorrect_postal_code: 'invalid_card_details',
  invalid_card_type: 'card_not_supported',
  payment_method_restricted: 'card_not_supported',
  refer_to_customer: 'card_declined',
  request_blocked: 'suspected_fraud',
  token_already_used: 'invalid_card_token',

  payment_intent_authentication_failure: 'second_step_refused',
  setup_intent_authentication_failure: 'second_step_refused',
  payment_method_customer_decline: 'second_step_refused',
  payment_intent_action_required: 'authentication_required',
  payment_method_provider_decline: 'declined_by_payer_bank',
  payment_method_provider_timeout: 'processing_error',
  payment_intent_payment_attempt_failed: 'declined_by_payer_bank',
  payment_method_invalid_parameter: 'invalid_payer_details',
  payment_method_billing_details_address_missing: 'invalid_payer_details',
  payment_method_invalid_parameter_testmode: 'invalid_payer_details',
  parameter_invalid_empty: 'invalid_payer_details',
  tax_id_invalid: 'invalid_payer_details',
  email_invalid: 'invalid_payer_details',
  postal_code_invalid: 'invalid_payer_details',
  amount_too_small: 'amount_not_allowed',
  amount_too_large: 'amount_not_allowed',
  charge_exceeds_source_limit: 'amount_not_allowed',
  charge_exceeds_transaction_limit: 'amount_not_allowed',
  capability_not_active: 'method_not_available',
  payment_intent_incompatible_payment_method: 'method_not_available',
  payment_method_unsupported_type: 'method_not_available',
  payment_method_not_available: 'method_not_available',
  payment_method_unactivated: 'method_not_available',
  payment_intent_invalid_parameter: 'method_not_available',
  payment_method_currency_mismatch: 'card_not_supported',
  payment_method_unexpected_state: 'invalid_card_token',
  payment_method_microdeposit_failed: 'refused_by_gateway',
  resource_missing: 'invalid_card_token',

  balance_insufficient: 'insufficient_balance',
  charge_already_refunded: 'already_refunded',
  refund_disputed_payment: 'not_refundable',
  charge_disputed: 'not_refundable',
  charge_not_refundable: 'not_refundable',
  // The reasons of a refund that failed later: https://docs.stripe.com/refunds#failed-refunds
  lost_or_stolen_card: 'refund_refused_by_issuer',
  expired_or_canceled_card: 'refund_refused_by_issuer',
  charge_for_pending_refund_disputed: 'not_refundable',
  insufficient_funds_for_refund: 'insufficient_balance',
  declined: 'refund_refused_by_issuer',
  merchant_request: 'canceled_at_gateway',
  unknown: 'refund_refused_by_issuer',
};

interface StripeWords {
  decline_code?: string | null | undefined;
  code?: string | null | undefined;
  type?: string | null | undefined;
}

/** The word for a failure of a charge: the bank's own where there is one. */
export function reasonOf(error: StripeWords | null | undefined): RefusalReason {
  for (const word of [error?.decline_code, error?.code]) {
    if (word && Object.hasOwn(REASONS, word)) return REASONS[word]!;
  }
  return error?.type === 'card_error' ? 'card_declined' : 'refused_by_gateway';
}

/** The word for a refund that failed, by its `failure_reason`. */
export function refundReasonOf(failureReason: string | null | undefined): RefusalReason {
  if (failureReason === 'insufficient_funds') return 'insufficient_balance';
  return failureReason && Object.hasOwn(REASONS, failureReason) ? REASONS[failureReason]! : 'refund_refused_by_issuer';
}
