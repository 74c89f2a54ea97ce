import joi from 'joi';
import { isCalendarDate } from '../calendar/calendar-date.ts';
import { isWireAmount, toCents, MAX_AMOUNT_CENTS } from '../money/money.ts';

/** Field types that several requests share. Their messages say what to send. */
export const fields = {
  id: joi.number().integer().min(1).max(Number.MAX_SAFE_INTEGER),
  /** Text of one line, for people; trimmed text only, so that nobody is called " ". */
  line: (max: number) =>
    joi
      .string()
      .trim()
      .min(1)
      .max(max)
      // PostgreSQL cannot store NUL, and a line has no control characters.
      .pattern(/^[^\p{Cc}]*$/u)
      .messages({ 'string.pattern.base': '{#label} must not contain control characters' }),
  /** A price or amount above zero, in BRL with at most two decimals. */
  amount: joi
    .number()
    .unsafe()
    .custom((value: number, helpers) => {
      if (!isWireAmount(value) || value <= 0 || toCents(value) > MAX_AMOUNT_CENTS)
        return helpers.error('amount.invalid');
      return value;
    })
    .messages({ 'amount.invalid': '{#label} must be an amount from 0.01 to 99999999.99 with at most two decimals' }),
  date: joi
    .string()
    .custom((value: string, helpers) => (isCalendarDate(value) ? value : helpers.error('date.invalid')))
    .messages({ 'date.invalid': '{#label} must be a calendar date like 2026-12-31' }),
};
