import type { FieldError } from '../base/errors/errors.ts';
import { toAdjustment, isWirePercentage, type Adjustment } from '../banking/amounts.ts';
import { formatDecimal, type Cents } from '../base/money/money.ts';
import type { PanelLanguage } from '../accounts/people/person.entity.ts';
import { readAmount } from './form-fields.ts';
import type { Formats } from './formats.ts';

/** As people type it, so that it can be sent back as it is: `2,5` in Portuguese. Empty for none. */
export function writeAdjustment(adjustment: Adjustment | null, language: PanelLanguage): string {
  if (!adjustment) return '';
  if (adjustment.type === 'fixed') return writeAmount(adjustment.cents, language);
  return withPoint(String(adjustment.ppm / 10_000), language);
}

/** An amount as people type it: `1234,50` in Portuguese. */
export function writeAmount(cents: Cents, language: PanelLanguage): string {
  return withPoint(formatDecimal(cents), language);
}

function withPoint(text: string, language: PanelLanguage): string {
  return language === 'pt' ? text.replace('.', ',') : text;
}

/** As people read it: `R$ 2,00`, `0,0333 %`. */
export function sayAdjustment(
  adjustment: Adjustment,
  { f, language }: { f: Pick<Formats, 'money'>; language: PanelLanguage },
): string {
  return adjustment.type === 'fixed' ? f.money(adjustment.cents) : `${writeAdjustment(adjustment, language)} %`;
}

/** @param errors gets what is wrong with the text of `field`; the answer is then null */
export function readAdjustment(
  { field, type, text = '' }: { field: string; type: Adjustment['type']; text?: string | undefined },
  { language, errors }: { language: PanelLanguage; errors: FieldError[] },
): Adjustment | null {
  const refuse = (code: string) => {
    errors.push({ field, code, message: `${field} is no ${type} amount.` });
    return null;
  };
  if (text === '') return refuse('any.required');
  if (type === 'fixed') {
    const cents = readAmount(text, language);
    return cents === null ? refuse('fixed.invalid') : { type, cents };
  }
  const percentage = readPercentage(text);
  return percentage === null ? refuse('percentage.invalid') : toAdjustment({ type, value: percentage });
}

/** `2`, `0,0333`, `2.5` or `2,5 %`; null for what is no percentage over 0 and up to 100 with at most four decimals. */
function readPercentage(text: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,4}))?\s*%?$/.exec(text);
  const value = match && Number(`${match[1]}.${match[2] ?? '0'}`);
  return isWirePercentage(value) ? value : null;
}
