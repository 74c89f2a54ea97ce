import type { Event } from './event.entity.ts';

/** An event as the API shows it: the body that webhooks were sent. */
export function presentEvent(event: Event): unknown {
  return JSON.parse(event.body);
}
