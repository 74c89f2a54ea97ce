import { expect, test } from '@jest/globals';
import { DETAIL_NAMES } from '../../src/panel/audit/detail-names.ts';
import { presentDetails } from '../../src/panel/audit/present-details.ts';
import { COMMON_WORDS } from '../../src/panel/common/common.words.ts';
import { formatsIn } from '../../src/panel/formats.ts';

test.each([
  ['pt', ['Reembolso: 7', 'Pagamento: 8', 'Valor: R$ 1.234,50', 'Já estava assim: Sim']],
  ['en', ['Refund: 7', 'Payment: 8', 'Amount: R$1,234.50', 'It was so already: Yes']],
] as const)('the details of a refund, and that nothing was changed, are told in %s', (language, lines) => {
  const f = formatsIn(language, 'America/Sao_Paulo');
  const { yes, no } = COMMON_WORDS[language];
  const details = presentDetails(
    { refund_id: 7, payment_id: 8, amount_cents: 123_450, unchanged: true },
    {
      names: DETAIL_NAMES[language],
      none: '–',
      sayMoney: (cents) => f.money(cents),
      sayTruth: (value) => (value ? yes : no),
    },
  );
  expect(details.map(({ key, text }) => `${key}: ${text}`.replace(/\s/g, ' '))).toEqual(lines);
});

test('acts within one minute are told by the second', () => {
  const at = new Date('2026-03-01T15:04:05Z');
  expect(formatsIn('pt', 'America/Sao_Paulo').momentWithSeconds(at)).toContain('12:04:05');
  expect(formatsIn('en', 'America/Sao_Paulo').momentWithSeconds(at)).toContain('12:04:05');
});
