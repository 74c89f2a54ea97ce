import type { WebhookEndpoint } from './webhook-endpoint.entity.ts';

/** A webhook as the API shows it; its secret is shown only where it is made. */
export function presentWebhook(endpoint: WebhookEndpoint): Record<string, unknown> {
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events,
    description: endpoint.description,
    enabled: endpoint.enabled,
    disabled_reason: endpoint.disabledReason,
    previous_secret_expires_at: overlapEnd(endpoint, new Date()),
    failing_since: endpoint.failingSince,
    paused_at: endpoint.pausedAt,
    next_probe_at: endpoint.nextProbeAt,
    created_at: endpoint.createdAt,
    updated_at: endpoint.updatedAt,
  };
}

/** @param now real time, as rotations are */
function overlapEnd({ previousSecretExpiresAt: end }: WebhookEndpoint, now: Date): Date | null {
  return end && end > now ? end : null;
}
