/** The conduct of the bank behind a card. */
export interface CardConduct {
  brand: string;
  last4: string;
  country: string;
  charge: 'succeeds' | 'asks' | Decline;
  /** Saving it for later does not ask its holder, or fail, as charging it does. */
  attach?: 'succeeds';
  refund?: 'fails' | 'pending';
  dispute?: string;
}

export interface Decline {
  code: string;
  declineCode: string;
  message: string;
  param?: string;
}

function declined(declineCode: string, message = 'Your card was declined.'): Decline {
  return { code: 'card_declined', declineCode, message };
}

const GENERIC = declined('generic_decline');

function visa(last4: string, charge: CardConduct['charge'], rest: Partial<CardConduct> = {}): CardConduct {
  return { brand: 'visa', last4, country: 'US', charge, ...rest };
}

/** Stripe's test cards (docs.stripe.com/testing) by the names of their PaymentMethods, without what they begin with. */
const TEST_CARDS: Readonly<Record<string, CardConduct>> = {
  visa: visa('4242', 'succeeds'),
  visa_debit: visa('5556', 'succeeds'),
  mastercard: visa('4444', 'succeeds', { brand: 'mastercard' }),
  amex: visa('8431', 'succeeds', { brand: 'amex' }),
  br: visa('0002', 'succeeds', { country: 'BR' }),
  chargeDeclined: visa('0002', GENERIC),
  chargeDeclinedInsufficientFunds: visa('9995', declined('insufficient_funds', 'Your card has insufficient funds.')),
  chargeDeclinedLostCard: visa('9987', declined('lost_card')),
  chargeDeclinedStolenCard: visa('9979', declined('stolen_card')),
  chargeDeclinedFraudulent: visa('0019', declined('fraudulent')),
  radarBlock: visa('0019', declined('fraudulent')),
  chargeDeclinedVelocityLimitExceeded: visa('6975', declined('card_velocity_exceeded')),
  chargeDeclinedExpiredCard: visa('0069', {
    code: 'expired_card',
    declineCode: 'expired_card',
    message: 'Your card has expired.',
    param: 'exp_month',
  }),
  chargeDeclinedIncorrectCvc: visa('0127', {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    param: 'cvc',
  }),
  chargeDeclinedProcessingError: visa('0119', {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  }),
  chargeCustomerFail: visa('0341', GENERIC, { attach: 'succeeds' }),
  authenticationRequired: visa('3184', 'asks', { attach: 'succeeds' }),
  threeDSecure2Required: visa('3220', 'asks', { attach: 'succeeds' }),
  threeDSecureRequired: visa('3063', 'asks', { attach: 'succeeds' }),
  refundFail: visa('5126', 'succeeds', { refund: 'fails' }),
  pendingRefund: visa('7726', 'succeeds', { refund: 'pending' }),
  createDispute: visa('0259', 'succeeds', { dispute: 'fraudulent' }),
};

/** The card behind a name such as `pm_card_visa` or `pm_card_visa_chargeDeclined`. */
export function testCard(name: string): CardConduct | undefined {
  const card = /^pm_card_(.+)$/.exec(name)?.[1];
  if (card === undefined) return undefined;
  return TEST_CARDS[card] ?? TEST_CARDS[card.replace(/^visa_/, '')];
}
