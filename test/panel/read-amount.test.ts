import { expect, test } from '@jest/globals';
import { joi } from '../../src/base/http/joi.ts';
import { formFields, readAmount } from '../../src/panel/form-fields.ts';
import { readForm } from '../../src/panel/read-form.ts';

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

test.each([
  ['1000', 1_000, 1_000],
  [' 7 ', 7, 7],
  ['1.000', 1_000, 'Give a number.'],
  ['1,000', 'Informe um número.', 1_000],
  ['1.000.000', 1_000_000, 'Give a number.'],
  ['10.00', 'Informe um número inteiro.', 'Give a whole number.'],
  ['1,5', 'Informe um número inteiro.', 'Give a whole number.'],
  ['1.0000', 'Informe um número.', 'Give a number.'],
  ['1e3', 'Informe um número.', 'Give a number.'],
  ['0x10', 'Informe um número.', 'Give a number.'],
  ['+5', 'Informe um número.', 'Give a number.'],
  ['many', 'Informe um número.', 'Give a number.'],
  ['0', 'O menor valor é 1.', 'The least is 1.'],
  ['-3', 'O menor valor é 1.', 'The least is 1.'],
  ['9'.repeat(30), 'O maior valor é 1000000.', 'The most is 1000000.'],
  ['', 'Preencha este campo.', 'Fill in this field.'],
])('the whole number %p is %p in a Portuguese form and %p in an English one', (text, portuguese, english) => {
  const form = joi.object<{ count: number }>({ count: formFields.integer(1, 1_000_000).required() });
  const read = (language: 'pt' | 'en') => {
    const result = readForm(form, { count: text }, language);
    return result.ok ? result.value.count : result.problems.map((problem) => problem.text).join();
  };
  expect([read('pt'), read('en')]).toEqual([portuguese, english]);
});
