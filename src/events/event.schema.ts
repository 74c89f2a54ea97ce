import { answerList, answerObject } from '../base/http/answer.ts';
import { fields } from '../base/http/fields.ts';
import { joi } from '../base/http/joi.ts';
import { pageQuery, type PageQuery, type TimeRange } from '../base/http/list-page.ts';
import { envelope } from './event-payload.ts';
import { EVENT_TYPES, type EventType } from './event-types.ts';

/** A request ends within the time that a stop of the API gives to requests. */
const LONGEST_WAIT_SECONDS = 5;

export interface ListEventsQuery extends PageQuery, TimeRange {
  event?: EventType;
  /** Seconds. */
  wait?: number;
  invoice_id?: number;
  subscription_id?: number;
}

export const listEventsQuery = pageQuery<ListEventsQuery>({
  event: joi
    .string()
    .valid(...EVENT_TYPES)
    .description('Only of this name.'),
  wait: joi
    .number()
    .integer()
    .min(0)
    .max(LONGEST_WAIT_SECONDS)
    .default(0)
    .description('Waits so many seconds for an event where there is none yet: with `ending_before`, for the next one.'),
  invoice_id: fields.id.description('Only about this invoice.'),
  subscription_id: fields.id.description('Only about this subscription; not together with `invoice_id`.'),
});

export const eventSchema = answerObject('Event', {
  ...envelope,
  data: joi.object().unknown().description('The resource of the event, as it was when the event happened.'),
}).description('Exactly what webhooks were sent: `webhooks` has the `data` of each event.');

export const eventListSchema = answerList('EventList', eventSchema);
