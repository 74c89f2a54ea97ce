import type { Schema } from 'joi';
import { ENVIRONMENTS } from '../base/environment.ts';
import { answerObject, shown } from '../base/http/answer.ts';
import { joi } from '../base/http/joi.ts';
import type { DescribedWebhook } from '../base/http/openapi/describe-webhook.ts';
import { EVENT_TYPES, EVENTS, type EventType } from './event-types.ts';

/** The `data` of an event: its fields beside those that the other events of its resource have too, and an example. */
export interface EventPayload {
  data: Record<string, Schema>;
  /** Fields that some of these events have. */
  optional?: Record<string, Schema>;
  example: Record<string, unknown>;
}

const AT = '2026-11-21T15:30:00.000Z';

/** Every event as the document of the API shows it: the body of a request to a webhook, with an example. */
export function describeEvents(payloads: Record<EventType, EventPayload>): DescribedWebhook[] {
  return EVENT_TYPES.map((type, index) => {
    const { data, optional, example } = payloads[type];
    const name = pascalCase(type);
    return {
      name: type,
      id: `on${name}`,
      summary: EVENTS[type].replace(/\.$/, ''),
      description: EVENTS[type],
      body: answerObject(`${name}Event`, {
        ...envelope,
        event: joi.string().valid(type),
        data: answerObject(`${name}Data`, data, optional),
      }),
      example: {
        ...{ id: 4_711 + index, event: type, company_id: 1, environment: 'sandbox', created_at: AT, sequence: 1 },
        data: example,
      },
    };
  });
}

/** The fields of every event. */
export const envelope = {
  id: shown.id.description('The same for every attempt: an event that came before is known by it.'),
  event: joi.string().valid(...EVENT_TYPES),
  company_id: shown.id,
  environment: joi.string().valid(...ENVIRONMENTS),
  created_at: shown.time,
  sequence: joi.number().integer().min(1).description('Counts the events of one resource, from 1: order by it.'),
};

/** The payer and the store, as the events of invoices and subscriptions name them. */
export const parties = {
  customer: answerObject('EventCustomer', {
    id: shown.id,
    name: shown.textOrNull.description('Null once the customer was erased, as the address.'),
    email: shown.textOrNull,
  }),
  store: answerObject('EventStore', { id: shown.id, name: shown.text }),
};

export const partiesExample = {
  customer: { id: 31, name: 'Ana Souza', email: 'ana@example.com' },
  store: { id: 1, name: 'Padaria Estrela' },
};

/** `invoice.payment_confirmed` is `InvoicePaymentConfirmed`. */
function pascalCase(type: string): string {
  return type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
