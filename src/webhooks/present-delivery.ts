import type { DeliveryLog } from './find-delivery.ts';
import type { NamedDelivery } from './list-deliveries.ts';
import type { WebhookAttempt } from './webhook-attempt.entity.ts';

/** A delivery as lists show it. */
export function presentDelivery({ delivery, event }: NamedDelivery): Record<string, unknown> {
  return {
    id: delivery.id,
    webhook_id: delivery.endpointId,
    event_id: delivery.eventId,
    event,
    status: delivery.state,
    attempts: delivery.attempts,
    next_attempt_at: delivery.nextAttemptAt,
    created_at: delivery.createdAt,
    completed_at: delivery.completedAt,
  };
}

/** A delivery with what was sent and what came back. */
export function presentDeliveryLog({ delivery, event, attempts }: DeliveryLog): Record<string, unknown> {
  return {
    ...presentDelivery({ delivery, event: event.type }),
    request_body: event.body,
    attempt_log: attempts.map(presentAttempt),
  };
}

function presentAttempt(attempt: WebhookAttempt): Record<string, unknown> {
  return {
    number: attempt.number,
    outcome: attempt.outcome,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    url: attempt.url,
    request_headers: attempt.requestHeaders,
    status_code: attempt.statusCode,
    response_headers: attempt.responseHeaders,
    response_body: attempt.responseBody,
    error: attempt.error,
  };
}
