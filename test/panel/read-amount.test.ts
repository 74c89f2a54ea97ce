import { expect, test } from '@jest/globals';
import { readAmount } from '../../src/panel/form-fields.ts';

test.each([
  ['1.234,56', 123_456, null],
  ['1,234.56', null, 123_456],
  ['1.234', 123_400, null],
  ['1,234', null, 123_400],
  ['R$ 12.345.678,9', 1_234_567_890, null],
  ['1234,56', 123_456, 123_456],
  ['1234.5', 123_450, 123_450],
  ['R$ 7', 700, 700],
  ['0,01', 1, 1],
  ['99999999.99', 9_999_999_999, 9_999_999_999],
  ['100000000', null, null],
  ['0', null, null],
  ['-1', null, null],
  ['1,2345', null, null],
  ['12.34,5', null, null],
  ['1e3', null, null],
  ['', null, null],
])('%s is %p cents in Portuguese and %p in English', (text, portuguese, english) => {
  expect([readAmount(text, 'pt'), readAmount(text, 'en')]).toEqual([portuguese, english]);
});
