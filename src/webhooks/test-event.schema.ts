import { shown } from '../base/http/answer.ts';
import { parties, partiesExample, type EventPayload } from '../events/event-payload.ts';

/** The `data` of `webhook.test`. */
export const testEvent: EventPayload = {
  data: { webhook_id: shown.id, message: shown.text, store: parties.store },
  example: { webhook_id: 4, message: 'It works.', store: partiesExample.store },
};
