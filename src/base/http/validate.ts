import type { ObjectSchema, ValidationErrorItem } from 'joi';
import { invalidFields, type FieldError } from '../errors/errors.ts';

/**
 * Checks a request against its schema and returns it typed. Nothing is converted: `"5"` is no number. Every field that
 * is wrong is named, and so is every field that is not known.
 *
 * @throws ApiError 422
 */
export function validate<T>(schema: ObjectSchema<T>, input: unknown): T {
  const body = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : undefined;
  if (!body) {
    throw invalidFields([{ field: '', code: 'object.base', message: 'The body must be a JSON object: { … }.' }]);
  }
  return check(schema, body, { convert: false });
}

/** As `validate`, for the query string, whose values are all text and are converted. */
export function validateQuery<T>(schema: ObjectSchema<T>, query: object): T {
  return check(schema, query, { convert: true });
}

function check<T>(schema: ObjectSchema<T>, input: object, { convert }: { convert: boolean }): T {
  // joi leaves this name out without a word, as it would set a prototype.
  if (Object.hasOwn(input, '__proto__')) throw invalidFields([unknownField('__proto__')]);
  const result = schema.validate(input, { abortEarly: false, convert, errors: { wrap: { label: false } } });
  if (result.error) throw invalidFields(result.error.details.map(toFieldError));
  return result.value;
}

function toFieldError({ path, type, message, context }: ValidationErrorItem): FieldError {
  const place = path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text ? `${text}.${part}` : part;
  }, '');
  // The body has no name: of the fields that could be given, the first one is named.
  const [peer = ''] = type === 'object.missing' ? (context?.peers as string[]) : [];
  const field = place || peer;
  return type === 'object.unknown' ? unknownField(field) : { field, code: type, message: `${message}.` };
}

function unknownField(field: string): FieldError {
  return { field, code: 'object.unknown', message: `${field} is not a field of this request.` };
}
