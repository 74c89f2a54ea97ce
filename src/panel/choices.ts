import { joi } from '../base/http/joi.ts';
import { formFields } from './form-fields.ts';
import { renderPart } from './render.ts';
import type { FileView } from './screen.ts';

/** A suggestion while somebody types: `value` goes into the field, `label` tells it from others of the same name. */
export interface Choice {
  value: string;
  label: string;
}

/** The most suggestions that one list has. */
export const MAX_CHOICES = 20;

/** A name of 200 letters with its number behind it. */
export const MAX_REFERENCE = 220;

/** A field sends its text under its own name, whatever that is. */
export const choicesQuery = joi.object<Record<string, string>>().pattern(/^\w{1,40}$/, formFields.line(MAX_REFERENCE));

export function typedIn(query: Record<string, string>): string {
  return Object.values(query)[0] ?? '';
}

/** The options of a `datalist`. */
export function choicesView(choices: Choice[]): FileView {
  return { type: 'text/html; charset=utf-8', body: renderPart('common/choices', { choices }) };
}

/** Attributes of a field that suggests while somebody types; without the script, its list stays as it begins. */
export function suggesting({ list, from }: { list: string; from: string }): Record<string, string> {
  return {
    list,
    autocomplete: 'off',
    maxlength: String(MAX_REFERENCE),
    'hx-get': from,
    'hx-trigger': 'input changed delay:150ms',
    'hx-target': `#${list}`,
    'hx-swap': 'innerHTML',
    'hx-sync': 'this:queue last',
  };
}
