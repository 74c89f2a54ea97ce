import type Joi from 'joi';
import { joi } from '../http/joi.ts';
import type { PanelLanguage } from '../people/person.entity.ts';
import { isWireAmount, MAX_AMOUNT_CENTS, toCents } from '../money/money.ts';

/** No control characters: a line of text. */
// eslint-disable-next-line no-control-regex -- they are what it is about
const LINE = /^[^\x00-\x1F\x7F-\x9F]*$/;

/** What a field of a form may be. A form sends text alone; what is left empty is not given. */
export const formFields = {
  /** One line of text, without the spaces around it. */
  line: (max: number): Joi.StringSchema => joi.text().empty('').trim().max(max).pattern(LINE),
  email: (): Joi.StringSchema =>
    joi.text().empty('').trim().lowercase().max(254).email({ tlds: false, allowUnicode: false }),
  /** As typed, spaces and all. */
  password: (): Joi.StringSchema => joi.text().empty('').max(1_000),
  integer: (min: number, max: number): Joi.NumberSchema => joi.number().empty('').integer().min(min).max(max),
  id: (): Joi.NumberSchema => joi.number().empty('').integer().min(1).max(Number.MAX_SAFE_INTEGER),
  choice: (values: readonly string[]): Joi.StringSchema =>
    joi
      .string()
      .empty('')
      .valid(...values),
  /** Ticked or not: browsers send nothing for a box that is not ticked. */
  checkbox: (): Joi.BooleanSchema => joi.boolean().truthy('on').default(false),
  /** Boxes of one name, of which any number may be ticked. */
  checkboxes: (values: readonly string[]): Joi.ArraySchema =>
    joi
      .array()
      .items(joi.string().valid(...values))
      .single()
      .default([]),
  date: (): Joi.StringSchema => joi.calendarDate().empty(''),
  /** An amount over zero as the form's reader writes it, `1.234,56` or `1,234.56`; whole cents. */
  cents: (): Joi.Schema =>
    joi
      .any()
      .empty('')
      .custom((value: unknown, helpers) => {
        const { language } = (helpers.prefs.context ?? {}) as { language?: PanelLanguage };
        const cents = readAmount(typeof value === 'string' ? value : '', language ?? 'pt');
        return cents === null ? helpers.error('amount.invalid') : cents;
      }),
};

/**
 * Thousands are parted as the reader's language does it, `1.234` in Portuguese and `1,234` in English. Before one or two
 * decimals either sign is understood; before three neither is, as they would be thousands to somebody else.
 */
export function readAmount(text: string, language: PanelLanguage): number | null {
  const plain = text.replace(/^\s*R\$\s*/, '').replace(/\s/g, '');
  const [, whole, decimals = '0'] = AMOUNTS[language].exec(plain) ?? /^(\d+)(?:[.,](\d{1,2}))?$/.exec(plain) ?? [];
  if (whole === undefined) return null;
  const value = Number(`${whole.replace(/[.,]/g, '')}.${decimals}`);
  if (!isWireAmount(value) || value <= 0) return null;
  const cents = toCents(value);
  return cents <= MAX_AMOUNT_CENTS ? cents : null;
}

const AMOUNTS: Record<PanelLanguage, RegExp> = {
  pt: /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/,
  en: /^(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/,
};
