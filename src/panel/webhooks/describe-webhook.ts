import { ALL_EVENTS, EVENT_TYPES, SUBSCRIBABLE_EVENTS } from '../../events/event-types.ts';
import type { DeliveryState } from '../../webhooks/webhook-delivery.entity.ts';
import type { NamedDelivery } from '../../webhooks/list-deliveries.ts';
import type { WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.ts';
import type { Formats } from '../formats.ts';
import type { SharedWords } from './shared.words.ts';

const STATE_TONES: Record<DeliveryState, string> = { pending: 'info', delivered: 'good', failed: 'bad', canceled: '' };

/** The state of a webhook: a word with its colour, and its meaning. */
export interface Health {
  label: string;
  tone: string;
  text: string | null;
}

export function describeHealth(endpoint: WebhookEndpoint, { shared, f }: { shared: SharedWords; f: Formats }): Health {
  const { health } = shared;
  const { disabledReason, enabled, pausedAt, nextProbeAt, failingSince } = endpoint;
  if (disabledReason) return { label: health.gone, tone: 'bad', text: health.goneText };
  if (!enabled) return { label: health.off, tone: '', text: health.offText };
  if (pausedAt) {
    const text = health.pausedText(f.moment(pausedAt), nextProbeAt && f.moment(nextProbeAt));
    return { label: health.paused, tone: 'bad', text };
  }
  if (failingSince) {
    return { label: health.failing, tone: 'warn', text: health.failingText(f.moment(failingSince)) };
  }
  return { label: health.active, tone: 'good', text: null };
}

/** A delivery as a row of a list. */
export function describeDelivery({ delivery, event }: NamedDelivery, shared: SharedWords) {
  const { id, endpointId, state, attempts, createdAt, nextAttemptAt, completedAt } = delivery;
  return {
    id,
    endpointId,
    event,
    attempts,
    createdAt,
    nextAttemptAt,
    completedAt,
    state: shared.states[state],
    tone: STATE_TONES[state],
  };
}

/** The events that a webhook can be subscribed to, as boxes to tick. */
export function eventOptions(shared: SharedWords): { value: string; label: string }[] {
  const named = SUBSCRIBABLE_EVENTS.map((type) => ({ value: type, label: `${type}: ${shared.events[type]}` }));
  return [{ value: ALL_EVENTS, label: `${ALL_EVENTS}: ${shared.allEvents}` }, ...named];
}

/** The filters of a list of deliveries. */
export function eventFilters(): { value: string; label: string }[] {
  return EVENT_TYPES.map((type) => ({ value: type, label: type }));
}
