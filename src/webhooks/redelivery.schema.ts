import { answerObject } from '../base/http/answer.ts';
import { fields } from '../base/http/fields.ts';
import { joi } from '../base/http/joi.ts';
import { deliverySchema } from './delivery.schema.ts';

export const redeliverFailedSchema = joi
  .object<{ since: string }>({
    since: fields.timestamp.required().description('Deliveries that were queued then or later.'),
  })
  .component('RedeliverFailed');

export const redeliveredSchema = answerObject('Redelivered', {
  count: joi.number().integer().min(0).description('How many are sent once more.'),
  has_more: joi.boolean().description('Whether there are more than the thousand that one request takes: ask again.'),
});

export const eventDeliveriesSchema = answerObject('EventDeliveries', { data: joi.array().items(deliverySchema) });
