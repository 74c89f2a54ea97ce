import type { ObjectSchema, ValidationErrorItem } from 'joi';
import type { FieldError } from '../base/errors/errors.ts';
import type { PanelLanguage } from '../accounts/people/person.entity.ts';
import { FIELD_PROBLEMS } from './common/field-problems.ts';

/** The problem of a field, in the reader's language. */
export interface FieldProblem {
  field: string;
  text: string;
}

export type FormValues = Record<string, unknown>;

/** The typed form, read by its schema: valid, or with its problems. */
export type ReadForm<T> = { ok: true; value: T } | { ok: false; problems: FieldProblem[] };

export function readForm<T>(schema: ObjectSchema<T>, input: FormValues, language: PanelLanguage): ReadForm<T> {
  const result = schema.validate(input, { abortEarly: false, convert: true, context: { language } });
  if (!result.error) return { ok: true, value: result.value };
  return { ok: false, problems: result.error.details.map((detail) => describe(detail, language)) };
}

/** Filters of an address: what is wrong is left out and told; the rest holds. */
export function readQuery<T>(
  schema: ObjectSchema<T>,
  input: FormValues,
  language: PanelLanguage,
): { value: T; problems: FieldProblem[] } {
  const options = { abortEarly: false, convert: true, stripUnknown: true, context: { language } };
  const first = schema.validate(input, options);
  if (!first.error) return { value: first.value, problems: [] };
  const wrong = new Set(first.error.details.map(({ path }) => String(path[0] ?? '')));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !wrong.has(name)));
  const second = schema.validate(rest, options);
  const value = (second.error ? schema.validate({}, options).value : second.value) as T;
  return { value, problems: first.error.details.map((detail) => describe(detail, language)) };
}

/** Says why the record refused a form, in the reader's language where there are words for its code. */
export function describeRefusals(
  errors: FieldError[],
  language: PanelLanguage,
  problems: Record<string, string> = {},
): FieldProblem[] {
  return errors.map(({ field, code, message }) => ({
    field,
    text: problems[`${field}.${code}`] ?? problems[code] ?? FIELD_PROBLEMS[language].refusals[code] ?? message,
  }));
}

/** A field that a use case or a form needs, and that was left empty. */
export function missing(field: string): FieldError {
  return { field, code: 'any.required', message: `${field} is missing.` };
}

function describe({ path, type, context = {} }: ValidationErrorItem, language: PanelLanguage): FieldProblem {
  const { byType, other } = FIELD_PROBLEMS[language];
  const field = path.join('.');
  return { field, text: (byType[type] ?? other)(context) };
}
