import { MAX_LABELS } from '../metadata/metadata.ts';
import { joi } from './joi.ts';

/** PostgreSQL cannot store NUL, and a line has no control characters. It neither begins nor ends with a space. */
// eslint-disable-next-line no-control-regex -- they are what it is about
const LINE = /^[^\s\x00-\x1F\x7F-\x9F]([^\x00-\x1F\x7F-\x9F]*[^\s\x00-\x1F\x7F-\x9F])?$/;
const LINE_MESSAGE = '{#label} must have no control characters, and no space at its beginning or end';
/** A letter first: `__proto__` is no label. */
const METADATA_KEY = /^[A-Za-z][\w.-]{0,39}$/;
// eslint-disable-next-line no-control-regex -- they are what it is about
const TEXT = /^[^\x00-\x08\x0B\x0C\x0E-\x1F\x7F]*$/;

const metadataValue = textOf(500).allow('');

/** Field types that several requests share. Their messages say what to send. */
export const fields = {
  id: joi.number().integer().min(1).max(Number.MAX_SAFE_INTEGER),
  /** Text of one line, for people. */
  line: (max: number) => joi.text().max(max).pattern(LINE).messages({ 'string.pattern.base': LINE_MESSAGE }),
  /** Text of several lines, for people. */
  text: textOf,
  amount: joi.amount(),
  date: joi.calendarDate(),
  timestamp: joi.timestamp(),
  boolean: joi.boolean(),
  externalReference: joi
    .text()
    .max(200)
    .pattern(LINE)
    .messages({ 'string.pattern.base': LINE_MESSAGE })
    .description("The client system's own id for it."),
  metadata: joi
    .object<Record<string, string>>()
    .pattern(METADATA_KEY, metadataValue)
    .max(MAX_LABELS)
    .description('Up to 50 labels of your own: names of up to 40 letters, digits, `_`, `.`, `-`; texts of up to 500.'),
  /** In an update: names that are given are set, `null` removes one, the others stay (`mergeMetadata`). */
  metadataChanges: joi
    .object<Record<string, string | null>>()
    .pattern(METADATA_KEY, metadataValue.allow(null))
    .max(MAX_LABELS)
    .description('Labels to set; `null` removes one; the others stay.'),
};

function textOf(max: number) {
  const message = '{#label} must have no control characters';
  return joi.text().max(max).pattern(TEXT).messages({ 'string.pattern.base': message });
}
