import { EVENT_TYPES, type EventType } from '../events/event-types.ts';
import { answerList, answerObject, shown } from '../base/http/answer.ts';
import { joi } from '../base/http/joi.ts';
import { pageQuery, type PageQuery, type TimeRange } from '../base/http/list-page.ts';
import { ATTEMPT_OUTCOMES } from './webhook-attempt.entity.ts';
import { DELIVERY_STATES, type DeliveryState } from './webhook-delivery.entity.ts';

export interface ListDeliveriesQuery extends PageQuery, TimeRange {
  status?: DeliveryState;
  event?: EventType;
}

export const listDeliveriesQuery = pageQuery<ListDeliveriesQuery>({
  status: joi
    .string()
    .valid(...DELIVERY_STATES)
    .description('Only those that stand so.'),
  event: joi
    .string()
    .valid(...EVENT_TYPES)
    .description('Only of events of this name.'),
});

export const shownDelivery = {
  id: shown.id,
  webhook_id: shown.id,
  event_id: shown.id,
  event: joi.string().valid(...EVENT_TYPES),
  status: joi.string().valid(...DELIVERY_STATES),
  attempts: joi.number().integer().min(0).description('How many were made.'),
  next_attempt_at: shown.timeOrNull.description('Null when there will be none.'),
  created_at: shown.time,
  completed_at: shown.timeOrNull,
};

const headers = joi.object().pattern(joi.any(), joi.string().allow('')).allow(null);

const deliveryAttemptSchema = answerObject('DeliveryAttempt', {
  number: joi.number().integer().min(1).description('1 for the first.'),
  outcome: joi
    .string()
    .valid(...ATTEMPT_OUTCOMES)
    .description('`interrupted`: nobody saw it end, and the event may have arrived.'),
  started_at: shown.timeOrNull,
  duration_ms: joi.number().integer().min(0).allow(null),
  url: shown.textOrNull.description('Where it went; the URL of a webhook may change between attempts.'),
  request_headers: headers.description(
    'With the signatures, never a secret. Null where the attempt was not seen to end.',
  ),
  status_code: joi.number().integer().min(0).allow(null).description('Null when there was no answer.'),
  response_headers: headers.description('Up to 8 KiB, without cookies.'),
  response_body: joi.string().allow('', null).description('The first 4 KiB, as text.'),
  error: shown.textOrNull.description('The failure, in words; null for success.'),
});

export const deliverySchema = answerObject('Delivery', shownDelivery);

export const deliveryListSchema = answerList('DeliveryList', deliverySchema);

export const deliveryLogSchema = answerObject('DeliveryLog', {
  ...shownDelivery,
  request_body: shown.text.description('The bytes that every attempt sent and that the signatures cover.'),
  attempt_log: joi
    .array()
    .items(deliveryAttemptSchema)
    .description('The attempts, the first one first; the latest hundred when there were more.'),
});
