import type { PanelLanguage } from '../../accounts/people/person.entity.ts';

const LOCALES: Record<PanelLanguage, string> = { pt: 'pt-BR', en: 'en-GB' };

/** Made once each, for the first chart in a language. */
const formats = new Map<PanelLanguage, ChartFormats>();

/** The short forms of charts, where there is little room: `1,2 mil` on an axis, `03/03` below a column. */
export function chartFormats(language: PanelLanguage): ChartFormats {
  const known = formats.get(language) ?? make(LOCALES[language]);
  formats.set(language, known);
  return known;
}

type ChartFormats = ReturnType<typeof make>;

function make(locale: string) {
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', timeZone: 'UTC' });
  return {
    compact: (value: number) => compact.format(value),
    /** Writes a calendar date `YYYY-MM-DD`. */
    day: (date: string) => day.format(new Date(`${date}T00:00:00Z`)),
  };
}
