import type { Cents } from '../money/money.ts';

/** The forms of amounts, dates and times in a language. */
export interface Formats {
  /** `R$ 1.234,56`. */
  money: (cents: Cents) => string;
  number: (value: number) => string;
  /** `2,49%` of 24,900 millionths. */
  percent: (ppm: number) => string;
  /** Writes a calendar date `YYYY-MM-DD`, which is the same day in any time zone. */
  date: (date: string) => string;
  /** From one calendar date to another, the last one included. */
  period: (from: string, to: string) => string;
  /** A moment as the clocks of the store tell it. */
  moment: (moment: Date, timeZone: string) => string;
  /** Words of which one is to be chosen: `Pix ou Boleto`. */
  either: (words: readonly string[]) => string;
}

/** Making a formatter costs far more than using it, so that each is made once. */
const formats = new Map<string, Formats>();

/** @param locale a language of BCP 47, `pt-BR` */
export function formatsOf(locale: string): Formats {
  const known = formats.get(locale) ?? makeFormats(locale);
  formats.set(locale, known);
  return known;
}

function makeFormats(locale: string): Formats {
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL', currencyDisplay: 'narrowSymbol' });
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const disjunction = new Intl.ListFormat(locale, { type: 'disjunction' });
  const moments = new Map<string, Intl.DateTimeFormat>();
  const momentsIn = (timeZone: string): Intl.DateTimeFormat => {
    const options = { dateStyle: 'long', timeStyle: 'short', timeZone } as const;
    const format = moments.get(timeZone) ?? new Intl.DateTimeFormat(locale, options);
    moments.set(timeZone, format);
    return format;
  };
  const midnight = (date: string): Date => new Date(`${date}T00:00:00Z`);
  return {
    money: (cents) => money.format(cents / 100),
    number: (value) => number.format(value),
    percent: (ppm) => percent.format(ppm / 1_000_000),
    date: (date) => day.format(midnight(date)),
    period: (from, to) => day.formatRange(midnight(from), midnight(to)),
    moment: (moment, timeZone) => momentsIn(timeZone).format(moment),
    either: (words) => disjunction.format(words),
  };
}
