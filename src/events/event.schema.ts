import { answerList, answerObject, shown } from '../base/http/answer.ts';
import { ENVIRONMENTS } from '../base/environment.ts';
import { fields } from '../base/http/fields.ts';
import { joi } from '../base/http/joi.ts';
import { pageQuery, type PageQuery, type TimeRange } from '../base/http/list-page.ts';
import { EVENT_TYPES, type EventType } from './event-types.ts';

export interface ListEventsQuery extends PageQuery, TimeRange {
  event?: EventType;
  invoice_id?: number;
  subscription_id?: number;
}

export const listEventsQuery = pageQuery<ListEventsQuery>({
  event: joi
    .string()
    .valid(...EVENT_TYPES)
    .description('Only of this name.'),
  invoice_id: fields.id.description('Only about this invoice.'),
  subscription_id: fields.id.description('Only about this subscription; not together with `invoice_id`.'),
});

export const eventSchema = answerObject('Event', {
  id: shown.id,
  event: joi.string().valid(...EVENT_TYPES),
  company_id: shown.id,
  environment: joi.string().valid(...ENVIRONMENTS),
  created_at: shown.time,
  sequence: joi.number().integer().min(1).description('Counts the events of one resource, from 1: order by it.'),
  data: joi.object().unknown().description('The resource of the event, as it was when the event happened.'),
}).description('Exactly what webhooks were sent.');

export const eventListSchema = answerList('EventList', eventSchema);
