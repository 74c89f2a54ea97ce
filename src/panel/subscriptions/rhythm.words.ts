/** The words for the rhythm of charges. Weekdays are numbered from 1, Monday; months from 0. */
export interface RhythmWords {
  weekdays: readonly string[];
  week: (count: number, weekday: number) => string;
  month: (count: number, day: number) => string;
  /** `day` is null for the last one of its month. */
  year: (count: number, day: number | null, month: number) => string;
  /** The words for a day that not every month has. */
  shortMonths: string;
}

const WEEKDAYS = {
  pt: ['Segunda-feira', 'Terça-feira', 'Quarta-feira', 'Quinta-feira', 'Sexta-feira', 'Sábado', 'Domingo'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
};

const nameOfMonth = (locale: string): ((month: number) => string) => {
  let format: Intl.DateTimeFormat | undefined;
  return (month) => {
    format ??= new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
    return format.format(new Date(Date.UTC(2000, month)));
  };
};
const months = { pt: nameOfMonth('pt-BR'), en: nameOfMonth('en-GB') };

/** As dates are said: the first is an ordinal, the others are not. */
const dia = (day: number): string => (day === 1 ? '1º' : String(day));

export const portugueseRhythm: RhythmWords = {
  weekdays: WEEKDAYS.pt,
  week: (count, weekday) => {
    const name = WEEKDAYS.pt[weekday - 1]!.toLowerCase();
    const isFeminine = name.endsWith('feira');
    if (count === 1) return `${isFeminine ? 'toda' : 'todo'} ${name}`;
    return `a cada ${count} semanas, ${isFeminine ? 'na' : 'no'} ${name}`;
  },
  month: (count, day) => (count === 1 ? `todo dia ${dia(day)}` : `a cada ${count} meses, no dia ${dia(day)}`),
  year: (count, day, month) => {
    const on = day === null ? `no último dia de ${months.pt(month)}` : `em ${dia(day)} de ${months.pt(month)}`;
    return count === 1 ? `todo ano, ${on}` : `a cada ${count} anos, ${on}`;
  },
  shortMonths: 'Nos meses mais curtos, no último dia.',
};

export const englishRhythm: RhythmWords = {
  weekdays: WEEKDAYS.en,
  week: (count, weekday) => {
    const name = WEEKDAYS.en[weekday - 1]!;
    return count === 1 ? `every ${name}` : `every ${count} weeks on ${name}`;
  },
  month: (count, day) => `${count === 1 ? 'every month' : `every ${count} months`} on the ${ordinal(day)}`,
  year: (count, day, month) => {
    const on = day === null ? `on the last day of ${months.en(month)}` : `on ${day} ${months.en(month)}`;
    return `${count === 1 ? 'every year' : `every ${count} years`} ${on}`;
  },
  shortMonths: 'In months that are shorter, on the last day.',
};

function ordinal(day: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' };
  return `${day}${ending[ORDINALS.select(day)]}`;
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
