import { ALL_EVENTS, EVENT_TYPES, SUBSCRIBABLE_EVENTS } from '../../events/event-types.ts';
import type { DeliveryState } from '../../webhooks/webhook-delivery.entity.ts';
import type { NamedDelivery } from '../../webhooks/list-deliveries.ts';
import type { WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import { readAroundDeliveries } from '../../webhooks/read-around-deliveries.ts';
import type { Formats } from '../formats.ts';
import { sayFailure } from './say-failure.ts';
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

/** The name of a webhook to its people: the store's own words for it, or where it is. */
export function nameOfWebhook({ description, url }: Pick<WebhookEndpoint, 'description' | 'url'>): string {
  return description ?? (URL.canParse(url) ? new URL(url).host : url);
}

interface RowsContext {
  shared: SharedWords;
  language: PanelLanguage;
  f: Formats;
  /** The store's time. */
  now: Date;
}

/** Deliveries as rows of a list, with the name of the webhook and the end of the last attempt. */
export async function describeDeliveries(
  em: EntityManager,
  rows: readonly NamedDelivery[],
  { shared, language, f, now }: RowsContext,
) {
  const { lastAttempts, endpoints } = await readAroundDeliveries(
    em,
    rows.map(({ delivery }) => delivery),
  );
  return rows.map((row) => {
    const { id, endpointId, state, createdAt, nextAttemptAt } = row.delivery;
    const error = state === 'delivered' ? null : lastAttempts.get(id)?.error;
    const endpoint = endpoints.get(endpointId);
    return {
      ...describeDelivery(row, shared),
      mayResend: state !== 'pending',
      webhook: endpoint ? nameOfWebhook(endpoint) : String(endpointId),
      statusCode: lastAttempts.get(id)?.statusCode ?? null,
      error: error ? sayFailure(error, language) : null,
      ago: f.ago(createdAt, now),
      next: state === 'pending' && nextAttemptAt ? f.ago(nextAttemptAt > now ? nextAttemptAt : now, now) : null,
    };
  });
}

/** A delivery as it is. */
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
