import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { REFUSAL_REASONS } from '../../src/gateways/refusal-reasons.ts';
import { reasonOf, refundReasonOf } from '../../src/gateways/stripe/reasons.ts';

const LISTED = Object.keys(REFUSAL_REASONS);

describe('the reasons of refusals', () => {
  test('are documented, each with its meaning', () => {
    const page = readFileSync(new URL('../../docs/gateways.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)`\s*\| (.*?)\s*\|$/gm)].map(([, reason, meaning]) => [reason, meaning]);
    expect(Object.fromEntries(rows.filter(([reason]) => LISTED.includes(reason!)))).toEqual(REFUSAL_REASONS);
  });

  test.each([
    // The bank's own word goes before the gateway's.
    [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'insufficient_funds'],
    [{ code: 'card_declined', decline_code: 'generic_decline' }, 'card_declined'],
    [{ code: 'card_declined', decline_code: 'stolen_card' }, 'suspected_fraud'],
    [{ code: 'incorrect_cvc', type: 'card_error' }, 'invalid_card_details'],
    [{ code: 'payment_intent_authentication_failure' }, 'second_step_refused'],
    [{ code: 'amount_too_small' }, 'amount_not_allowed'],
    [{ code: 'tax_id_invalid' }, 'invalid_payer_details'],
    [{ code: 'card_declined', decline_code: 'a_word_of_next_year' }, 'card_declined'],
    [{ code: 'a_word_of_next_year', type: 'card_error' }, 'card_declined'],
    [{ code: 'a_word_of_next_year' }, 'refused_by_gateway'],
    [{ code: 'constructor' }, 'refused_by_gateway'],
    [null, 'refused_by_gateway'],
  ])('%j is %s', (error, reason) => {
    expect(reasonOf(error)).toBe(reason);
    expect(LISTED).toContain(reason);
  });

  test.each([
    ['lost_or_stolen_card', 'refund_refused_by_issuer'],
    ['insufficient_funds', 'insufficient_balance'],
    ['unknown', 'refund_refused_by_issuer'],
    ['a_word_of_next_year', 'refund_refused_by_issuer'],
    [null, 'refund_refused_by_issuer'],
  ])('a refund that failed for %s: %s', (failure, reason) => {
    expect(refundReasonOf(failure)).toBe(reason);
  });
});
