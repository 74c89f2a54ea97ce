import type Joi from 'joi';
import { fields } from '../base/http/fields.ts';
import { isCalendarDate } from '../base/calendar/calendar-date.ts';
import { joi } from '../base/http/joi.ts';
import type { PanelLanguage } from '../accounts/people/person.entity.ts';
import { isWireAmount, MAX_AMOUNT_CENTS, toCents } from '../base/money/money.ts';

/** No control characters: a line of text. */
// eslint-disable-next-line no-control-regex -- they are what it is about
const LINE = /^[^\x00-\x1F\x7F-\x9F]*$/;

/** The kinds of fields of a form. A form sends text alone; a field that is left empty is not given. */
export const formFields = {
  /** A line of text, without the spaces around it. */
  line: (max: number): Joi.StringSchema => joi.text().empty('').trim().max(max).pattern(LINE),
  /** Text of several lines, for people. */
  text: (max: number): Joi.StringSchema => fields.text(max).empty('').trim(),
  /** Lines of text, as a certificate has them. */
  lines: (max: number): Joi.StringSchema => joi.text().empty('').trim().max(max),
  email: (): Joi.StringSchema =>
    joi.text().empty('').trim().lowercase().max(254).email({ tlds: false, allowUnicode: false }),
  /** As typed, spaces and all. */
  password: (): Joi.StringSchema => joi.text().empty('').max(1_000),
  /** A whole number as the form's reader writes it, `1.000` or `1,000`: digits alone, in no other way of writing. */
  integer: (min: number, max: number): Joi.Schema =>
    joi
      .any()
      .empty('')
      .custom((value: unknown, helpers) => {
        const text = typeof value === 'string' ? value.trim() : '';
        if (/^-?\d+[.,]\d{1,2}$/.test(text)) return helpers.error('number.integer');
        const number = readInteger(text, languageOf(helpers));
        if (number === null) return helpers.error('number.base');
        if (number < min) return helpers.error('number.min', { limit: min });
        return number > max ? helpers.error('number.max', { limit: max }) : number;
      }),
  /** A row that is chosen from a list of names, as `writeReference` writes it, or its number alone: its id. */
  reference: (): Joi.StringSchema =>
    joi
      .text()
      .empty('')
      .trim()
      .custom((text: string, helpers) => readReference(text) ?? helpers.error('reference.invalid')),
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
  /** The last day of a range whose first is in another field of the form; one day may be both. */
  dateFrom: (first: string): Joi.StringSchema =>
    joi
      .calendarDate()
      .empty('')
      .custom((value: string, helpers) => {
        const [form = {}] = helpers.state.ancestors as Record<string, unknown>[];
        const from = form[first];
        // A first day that does not exist is told beside its own field.
        return typeof from === 'string' && isCalendarDate(from) && from > value ? helpers.error('date.range') : value;
      }),
  /** An amount over zero as the form's reader writes it, `1.234,56` or `1,234.56`; whole cents. */
  cents: (): Joi.Schema =>
    joi
      .any()
      .empty('')
      .custom((value: unknown, helpers) => {
        const cents = readAmount(typeof value === 'string' ? value : '', languageOf(helpers));
        return cents === null ? helpers.error('amount.invalid') : cents;
      }),
};

/** `Maria Souza (#12)`: a row as a list offers it. The number tells rows of one name apart. */
export function writeReference({ id, name }: { id: number; name: string }): string {
  return `${name} (#${id})`;
}

/** The id of `Maria Souza (#12)`, `#12` or `12`; null for other text. */
export function readReference(text: string): number | null {
  const [, chosen, typed] = /\(#(\d{1,15})\)$|^#?(\d{1,15})$/.exec(text) ?? [];
  const id = Number(chosen ?? typed ?? 0);
  return id > 0 ? id : null;
}

function languageOf({ prefs }: Joi.CustomHelpers): PanelLanguage {
  return ((prefs.context ?? {}) as { language?: PanelLanguage }).language ?? 'pt';
}

/**
 * Whole digits, or thousands parted as the reader's language does it, `1.234` in Portuguese and `1,234` in English;
 * null for all else, as what is read otherwise than it was meant would be saved so.
 */
export function readInteger(text: string, language: PanelLanguage): number | null {
  return INTEGERS[language].test(text) ? Number(text.replace(/[.,]/g, '')) : null;
}

const INTEGERS: Record<PanelLanguage, RegExp> = {
  pt: /^-?(\d+|\d{1,3}(\.\d{3})+)$/,
  en: /^-?(\d+|\d{1,3}(,\d{3})+)$/,
};

/**
 * Thousands are parted as the reader's language does it, `1.234` in Portuguese and `1,234` in English. Before one or
 * two decimals either sign is understood; before three neither is, as they would be thousands to somebody else.
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
