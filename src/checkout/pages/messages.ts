import { english } from './messages/english.ts';
import { portuguese } from './messages/portuguese.ts';
import { spanish } from './messages/spanish.ts';

export type Messages = typeof portuguese;

/** What is said above a page that was asked for something it could not do. */
export type Notice = keyof Messages['notices'];

export type Language = 'pt' | 'en' | 'es';

/** The key is the value of the pages' `lang` attribute. */
export const MESSAGES: Readonly<Record<Language, Messages>> = { pt: portuguese, en: english, es: spanish };

/** Brazil's own, for payers whose browser asks for none that there is. */
const DEFAULT_LANGUAGE: Language = 'pt';

/**
 * The language that the payer's browser likes best, of those that there are (RFC 9110, 12.5.4): `es-419;q=0.9` asks for
 * Spanish. Of two liked alike, the first.
 */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  let best: { language: Language; weight: number } | null = null;
  for (const range of (acceptLanguage ?? '').slice(0, 1_000).split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const language = tag.split('-')[0]!;
    if (!isLanguage(language)) continue;
    const weight = readWeight(parameters);
    if (weight > 0 && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language ?? DEFAULT_LANGUAGE;
}

function isLanguage(language: string): language is Language {
  return Object.hasOwn(MESSAGES, language);
}

function readWeight(parameters: string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
}
