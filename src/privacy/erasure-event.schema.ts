import { shown } from '../base/http/answer.ts';
import type { EventPayload } from '../events/event-payload.ts';

/** The `data` of `customer.erased`: whoever has a copy is told whose, by number alone. */
export const erasureEvent: EventPayload = {
  data: { customer_id: shown.id, erased_at: shown.time },
  example: { customer_id: 31, erased_at: '2026-11-21T15:30:00.000Z' },
};
