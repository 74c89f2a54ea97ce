/**
 * The sandbox gateway's tokeniser. A real gateway's sends the card to the gateway and brings back a token; this one
 * knows its test cards by heart, so that nothing leaves the browser. The token decides what becomes of the charge.
 */
const TOKENS = {
  4242424242424242: 'tok_approved',
  4000000000000002: 'tok_refused',
  4000000000009995: 'tok_insufficient_funds',
  4000000000000069: 'tok_expired_card',
  4100000000000019: 'tok_fraud',
  4000000000000119: 'tok_gateway_timeout',
  4000000000003220: 'tok_second_step',
  4000000000005126: 'tok_refund_refused',
  4000000000000259: 'tok_disputed',
  4000000000002685: 'tok_dispute_won',
  4000000000001976: 'tok_dispute_lost',
};

/** @throws Error with the code `test_card_only` for any other card, so that nobody tries a real one here */
export async function tokenise({ number }) {
  const token = Object.hasOwn(TOKENS, number) ? TOKENS[number] : null;
  if (!token) throw Object.assign(new Error('Not a test card.'), { code: 'test_card_only' });
  return token;
}
