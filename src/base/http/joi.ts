import baseJoi from 'joi';
import type Joi from 'joi';
import { isCalendarDate } from '../calendar/calendar-date.ts';
import { isWireAmount, MAX_AMOUNT_CENTS, toCents } from '../money/money.ts';

/** RFC 3339, with an offset, but without leap seconds, which JavaScript does not know. */
const TIMESTAMP =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$/;
/** The years that `isCalendarDate` knows; JSON Schema's `date` begins with year 0. */
const DATE = '^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}$';

type JsonSchema = Record<string, unknown>;

/** joi's types do not tell yet that types and rules can say what they are in JSON Schema. */
type Extension = Joi.Extension & { jsonSchema?: (schema: Joi.Schema, json: JsonSchema) => JsonSchema };

const extensions: Extension[] = [
  {
    type: 'object',
    base: baseJoi.object(),
    rules: {
      /** Names a schema; the OpenAPI document has it once, under `components`. */
      component: {
        method(name: string) {
          return this.$_addRule({ name: 'component', args: { name } });
        },
        args: ['name'],
        validate: (value: unknown) => value,
        jsonSchema: (rule: { args: { name: string } }, schema: JsonSchema) => ({ ...schema, title: rule.args.name }),
      } as Joi.ExtensionRule & ThisType<Joi.SchemaInternals>,
    },
  },
  {
    type: 'amount',
    base: baseJoi.number().unsafe(),
    messages: { 'amount.invalid': '{#label} must be an amount from 0.01 to 99999999.99 with at most two decimals' },
    validate(value: number, helpers) {
      const valid = isWireAmount(value) && value > 0 && toCents(value) <= MAX_AMOUNT_CENTS;
      return valid ? { value } : { value, errors: helpers.error('amount.invalid') };
    },
    jsonSchema: (_schema: unknown, schema: JsonSchema) => ({
      ...schema,
      // No `multipleOf`: binary fractions are no multiples of 0.01 to most validators.
      description: [schema.description, 'At most two decimals.'].filter(Boolean).join(' '),
      type: 'number',
      minimum: 0.01,
      maximum: 99_999_999.99,
    }),
  },
  {
    type: 'calendarDate',
    base: baseJoi.string(),
    messages: { 'date.invalid': '{#label} must be a calendar date like 2026-12-31' },
    validate(value: string, helpers) {
      return isCalendarDate(value) ? { value } : { value, errors: helpers.error('date.invalid') };
    },
    jsonSchema: (_schema: unknown, schema: JsonSchema) => ({
      ...schema,
      type: 'string',
      format: 'date',
      pattern: DATE,
    }),
  },
  {
    type: 'timestamp',
    base: baseJoi.string(),
    messages: { 'timestamp.invalid': '{#label} must be a time like 2026-12-31T23:59:59Z' },
    validate(value: string, helpers) {
      return isTimestamp(value) ? { value } : { value, errors: helpers.error('timestamp.invalid') };
    },
    jsonSchema: (_schema: unknown, schema: JsonSchema) => ({
      ...schema,
      type: 'string',
      format: 'date-time',
      pattern: TIMESTAMP.source,
    }),
  },
  {
    type: 'text',
    base: baseJoi.string(),
    messages: {
      'text.surrogates': '{#label} must be well-formed Unicode: it has half of a surrogate pair',
      'text.unreadable': '{#label} has bytes that are not UTF-8: send the body as UTF-8',
    },
    validate(value: string, helpers) {
      // PostgreSQL refuses what UTF-8 cannot say.
      if (!value.isWellFormed()) return { value, errors: helpers.error('text.surrogates') };
      // Bytes of another encoding are read as U+FFFD: a name in Latin-1 would be kept, and printed, garbled.
      if (value.includes('\uFFFD')) return { value, errors: helpers.error('text.unreadable') };
      return { value };
    },
    jsonSchema: (text: Joi.Schema, schema: JsonSchema) => ({ ...schema, type: 'string', ...notEmpty(text) }),
  },
];

/**
 * joi with the types that our wire knows. Each says what it is in JSON Schema too, which joi then carries into the
 * OpenAPI document: there is one description of a field, and it is the one that checks it.
 */
export const joi = baseJoi.extend(...extensions) as unknown as ExtendedJoi;

/**
 * Whether it names a moment that exists, as `Date` takes February 30 for March 2, and that PostgreSQL and ISO 8601
 * know: in UTC it lies in the years 1 to 9999.
 */
function isTimestamp(value: string): boolean {
  const day = TIMESTAMP.exec(value)?.[1];
  if (day === undefined) return false;
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return false;
  const year = new Date(value).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** As joi's own strings: the empty text is refused unless it is allowed by name. */
function notEmpty(text: Joi.Schema): JsonSchema {
  return text.validate('').error ? { minLength: 1 } : {};
}

interface ExtendedJoi extends Omit<Joi.Root, 'object'> {
  object<T = unknown>(schema?: Joi.SchemaMap): ComponentSchema<T>;
  /** A price or amount above zero, in BRL with at most two decimals. */
  amount(): Joi.NumberSchema;
  /** A day of the calendar, as text; joi's own `date` makes Date objects. */
  calendarDate(): Joi.StringSchema;
  /** A moment in RFC 3339. */
  timestamp(): Joi.StringSchema;
  /** Text that PostgreSQL can keep. */
  text(): Joi.StringSchema;
}

export interface ComponentSchema<T> extends Joi.ObjectSchema<T> {
  /** Names the schema; the OpenAPI document has it once, under `components`. */
  component(name: string): this;
}
