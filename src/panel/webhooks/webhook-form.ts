import type Joi from 'joi';
import { DateTime } from 'luxon';
import { ALL_EVENTS, SUBSCRIBABLE_EVENTS } from '../../events/event-types.ts';
import { invalidFields, type FieldError } from '../../base/errors/errors.ts';
import { joi } from '../../base/http/joi.ts';
import { webhookUrlProblem, type UrlRules } from '../../webhooks/check-webhook-url.ts';
import { createWebhookSchema } from '../../webhooks/webhook.schema.ts';
import { formFields } from '../form-fields.ts';

const HOUR_SECONDS = 3600;
/** As the API has it: a week. */
export const MAX_OVERLAP_HOURS = 168;
export const DEFAULT_OVERLAP_HOURS = 24;

export interface WebhookForm {
  url?: string;
  description?: string;
  events: string[];
}

/**
 * The address to which a store wants to be told, and the events. {@link readWebhookForm} names the missing fields, all
 * at once.
 */
export const webhookForm = {
  url: formFields.line(2000),
  description: formFields.line(500),
  events: formFields.checkboxes([ALL_EVENTS, ...SUBSCRIBABLE_EVENTS]),
};

export const overlapForm = { overlap_hours: formFields.integer(0, MAX_OVERLAP_HOURS).required() };

/** As a field of `datetime-local` has it. */
export const LOCAL_MINUTE = "yyyy-MM-dd'T'HH:mm";

/** A minute by some clock on a wall, as text; which clock is for the caller to know. */
export function localMinute(): Joi.StringSchema {
  return joi
    .string()
    .empty('')
    .custom((value: string, helpers) => {
      // Some browsers send seconds, though they are nought.
      const isMinute = /^[1-9]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(value);
      return isMinute && DateTime.fromISO(value, { zone: 'utc' }).isValid ? value : helpers.error('date.invalid');
    });
}

/**
 * The form as the use cases take it.
 *
 * @throws ApiError 422 for a URL that the API would not take either, and for no events: for both where both are wrong
 */
export function readWebhookForm({ url = '', description, events }: WebhookForm, rules: UrlRules) {
  const errors = urlErrors(url, rules);
  if (events.length === 0) errors.push({ field: 'events', code: 'events.none', message: 'events has none.' });
  if (errors.length > 0) throw invalidFields(errors);
  return {
    url,
    description: description ?? null,
    events: events.includes(ALL_EVENTS) ? [ALL_EVENTS] : [...new Set(events)],
  };
}

function urlErrors(url: string, rules: UrlRules): FieldError[] {
  if (url === '') return [{ field: 'url', code: 'any.required', message: 'url is missing.' }];
  // First, as it says what is wrong; the schema is stricter on how a URL is written.
  const problem = webhookUrlProblem(url, rules);
  if (problem) return [{ field: 'url', code: problem.code, message: `url cannot be called: ${problem.reason}.` }];
  const { error } = createWebhookSchema.extract('url').validate(url);
  return error ? [{ field: 'url', code: 'url.invalid', message: 'url is no http or https address.' }] : [];
}

/** The part of a URL that the audit log may know: the rest of it may be a secret. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

export function overlapSeconds({ overlap_hours: hours }: { overlap_hours: number }): number {
  return hours * HOUR_SECONDS;
}
