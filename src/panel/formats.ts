import type { Cents } from '../base/money/money.ts';
import type { PanelLanguage } from '../accounts/people/person.entity.ts';

/** The panel's forms of amounts, numbers, days and moments. */
export interface Formats {
  /** `R$ 1.234,56`. */
  money(cents: Cents): string;
  number(value: number): string;
  /** `0.123` as `12,3%`. */
  percent(share: number): string;
  /** Writes a calendar date `YYYY-MM-DD`. */
  date(date: string): string;
  /** A day and time by the clocks of the store. */
  moment(moment: Date): string;
  /** As `moment`, for what happens within one minute. */
  momentWithSeconds(moment: Date): string;
  /** The day of a moment by the clocks of the store. */
  day(moment: Date): string;
  /** A calendar date as a list has room for it: `26 nov`, and `26 nov 2025` in another year. */
  shortDate(date: string): string;
  /** The day of a moment by the clocks of the store, as a list has room for it. */
  shortDay(moment: Date): string;
  /** The time of day by the clocks of the store: `14:05`. */
  timeOfDay(moment: Date): string;
  /** The distance of two moments in its largest unit: `há 3 minutos`, `em 2 dias`. */
  ago(moment: Date, now: Date): string;
  /** `3 h`, `5 min`, `2 dias`: a length of time in its largest whole unit. */
  duration(seconds: number): string;
}

const LOCALES: Record<PanelLanguage, string> = { pt: 'pt-BR', en: 'en-GB' };
const known = new Map<string, Formats>();

/** Making a formatter costs far more than using it, so that each is made once. */
export function formatsIn(language: PanelLanguage, timeZone: string): Formats {
  const key = `${language} ${timeZone}`;
  const formats = known.get(key) ?? makeFormats(LOCALES[language], timeZone);
  known.set(key, formats);
  return formats;
}

const DISTANCES = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const satisfies [number, Intl.RelativeTimeFormatUnit][];

/** `26 nov`: without the small words and dots of a language, and with the year where that is not the present one. */
function shortened(format: Intl.DateTimeFormat): (at: Date) => string {
  const of = (at: Date) => Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return (at) => {
    const { day, month = '', year } = of(at);
    const short = `${day} ${month.replace('.', '')}`;
    return year === of(new Date()).year ? short : `${short} ${year}`;
  };
}

function makeFormats(locale: string, timeZone: string): Formats {
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL', currencyDisplay: 'narrowSymbol' });
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const momentWithSeconds = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const timeOfDay = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone });
  const parts = { day: '2-digit', month: 'short', year: 'numeric' } as const;
  const shortDate = shortened(new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' }));
  const shortDay = shortened(new Intl.DateTimeFormat(locale, { ...parts, timeZone }));
  const unit = (unit: string) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' });
  const units = [
    { seconds: 86_400, format: new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }) },
    { seconds: 3_600, format: unit('hour') },
    { seconds: 60, format: unit('minute') },
    { seconds: 1, format: unit('second') },
  ];
  return {
    money: (cents) => money.format(cents / 100),
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    date: (text) => date.format(new Date(`${text}T00:00:00Z`)),
    moment: (at) => moment.format(at),
    momentWithSeconds: (at) => momentWithSeconds.format(at),
    day: (at) => day.format(at),
    shortDate: (text) => shortDate(new Date(`${text}T00:00:00Z`)),
    shortDay,
    timeOfDay: (at) => timeOfDay.format(at),
    ago(at, now) {
      const seconds = (at.getTime() - now.getTime()) / 1_000;
      const [size, name] = DISTANCES.find(([least]) => Math.abs(seconds) >= least) ?? [1, 'second'];
      return relative.format(Math.trunc(seconds / size), name);
    },
    duration(seconds) {
      const { seconds: size, format } =
        units.find((one) => seconds >= one.seconds && seconds % one.seconds === 0) ?? units[3]!;
      return format.format(seconds / size);
    },
  };
}
