import { MESSAGE_LANGUAGES, type MessageLanguage } from '../../accounts/companies/reminder-schedule.ts';
import { chooseLanguage } from '../../base/http/pages/choose-language.ts';
import { english } from './messages/english.ts';
import { portuguese, type Messages } from './messages/portuguese.ts';
import { spanish } from './messages/spanish.ts';

export type { Messages };

/** The notice above a page that could not do what it was asked for. */
export type Notice = keyof Messages['notices'];

export type Language = MessageLanguage;

/** The key is the value of the pages' `lang` attribute. */
export const MESSAGES: Readonly<Record<Language, Messages>> = { pt: portuguese, en: english, es: spanish };

/** The first language is Brazil's own, for payers whose browser asks for none that there is. */
export function languageOf(acceptLanguage: string | undefined): Language {
  return chooseLanguage(acceptLanguage, MESSAGE_LANGUAGES);
}
