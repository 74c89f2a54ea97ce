import type Joi from 'joi';
import { joi, type ComponentSchema } from './joi.ts';

/** The schema of an object that we answer with: every field of `keys` is there, each time. */
export function answerObject(
  name: string,
  keys: Record<string, Joi.Schema>,
  optional: Record<string, Joi.Schema> = {},
): ComponentSchema<unknown> {
  const present = Object.fromEntries(Object.entries(keys).map(([key, schema]) => [key, schema.required()]));
  return joi.object({ ...present, ...optional }).component(name);
}

/** The schema of a page of a list. */
export function answerList(name: string, item: Joi.Schema): ComponentSchema<unknown> {
  return answerObject(name, {
    data: joi.array().items(item),
    has_more: joi.boolean().description('Whether more rows follow in the direction of reading.'),
  });
}

/** Field types of answers. Requests are checked; answers are only described, and the tests hold them to it. */
export const shown = {
  id: joi.number().integer().min(1),
  text: joi.string(),
  textOrNull: joi.string().allow(null),
  amount: joi.number().min(0).description('BRL, with at most two decimals.'),
  /** A balance, or a difference. */
  signedAmount: joi.number().description('BRL, with at most two decimals; may be negative.'),
  time: joi.timestamp().description('ISO 8601, UTC.'),
  timeOrNull: joi.timestamp().allow(null),
  date: joi.calendarDate(),
  dateOrNull: joi.calendarDate().allow(null),
  flag: joi.boolean(),
  metadata: joi.object().pattern(joi.any(), joi.string().allow('')),
};
