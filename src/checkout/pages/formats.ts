import { formatsOf, type Formats } from '../../base/text/formats.ts';
import { MESSAGES, type Language } from './messages.ts';

export type { Formats };

export function formatsIn(language: Language): Formats {
  return formatsOf(MESSAGES[language].locale);
}
