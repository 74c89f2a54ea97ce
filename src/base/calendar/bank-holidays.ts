import { addDays } from './calendar-date.ts';

/**
 * The national bank holidays of a year, as calendar dates in order, none twice; those on a Saturday or Sunday included.
 *
 * Sources: Law 662/1949 as amended by Law 10.607/2002 (1 January, 21 April, 1 May, 7 September, 2 November, 15
 * November, 25 December), Law 6.802/1980 (12 October), Law 14.759/2023 (20 November, from 2024 on), and Resolution CMN
 * 4.880/2020, under which Carnival Monday and Tuesday, Good Friday and Corpus Christi are no business days of banks.
 * State and municipal holidays are left out: they close branches, and a boleto is paid anywhere.
 *
 * Two days on which branches differ are business days here. On Ash Wednesday they open late. On the last weekday of the
 * year they serve no public, yet FEBRABAN's calendar lists it among days of special hours, and ANBIMA's note says that
 * bank reserves still move; neither lists it as a holiday. A boleto due on 31 December is due on 31 December.
 *
 * @throws RangeError when `year` is not an integer from 2000, the year of the first boletos with a due factor, to 9999.
 */
export function bankHolidays(year: number): readonly string[] {
  if (!Number.isInteger(year) || year < 2000 || year > 9999) throw new RangeError(`No bank holidays known for ${year}`);
  const easter = easterSunday(year);
  const fixed = year < BLACK_AWARENESS_DAY.since ? FIXED_HOLIDAYS : [...FIXED_HOLIDAYS, BLACK_AWARENESS_DAY.day];
  const movable = DAYS_FROM_EASTER.map((days) => addDays(easter, days));
  // A set, because Good Friday can fall on 21 April.
  return [...new Set([...fixed.map((day) => `${year}-${day}`), ...movable])].sort();
}

const FIXED_HOLIDAYS = [
  '01-01', // Confraternização Universal
  '04-21', // Tiradentes
  '05-01', // Dia do Trabalho
  '09-07', // Independência do Brasil
  '10-12', // Nossa Senhora Aparecida
  '11-02', // Finados
  '11-15', // Proclamação da República
  '12-25', // Natal
];

/** Dia Nacional de Zumbi e da Consciência Negra: before this year a holiday of some states and cities only. */
const BLACK_AWARENESS_DAY = { day: '11-20', since: 2024 };

/** Carnival Monday and Tuesday, Good Friday, Corpus Christi. */
const DAYS_FROM_EASTER = [-48, -47, -2, 60];

/**
 * Easter Sunday of the Gregorian calendar, by the anonymous algorithm that Meeus gives in *Astronomical Algorithms*.
 */
function easterSunday(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  return addDays(`${year}-03-22`, h + l - 7 * m);
}
