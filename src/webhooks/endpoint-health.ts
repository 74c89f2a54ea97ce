import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { tellDeliveries } from './tell-deliveries.ts';
import type { WebhookDelivery } from './webhook-delivery.entity.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import { WebhookIncident } from './webhook-incident.entity.ts';

/** An endpoint that has failed for so long, without a single success, is paused: its deliveries are held, not spent. */
export const PAUSE_AFTER_SECONDS = 24 * 3600;
/** The interval at which one held delivery is tried, to see whether the receiver is back. */
export const PROBE_INTERVAL_SECONDS = 3600;

/**
 * Notes on the endpoint how an attempt went, in the transaction that records the attempt: an incident opens with the
 * first delivery that is given up and closes with the next success, which also lets held deliveries go. An endpoint
 * that is well costs one read.
 */
export async function noteEndpointHealth(
  tx: EntityManager,
  { delivery, error, at, isGivenUp }: { delivery: WebhookDelivery; error: string | null; at: Date; isGivenUp: boolean },
): Promise<void> {
  const { failingSince, pausedAt } = await tx.findOneOrFail(WebhookEndpoint, delivery.endpointId);
  if (error === null && !failingSince && !pausedAt) return;
  // A success and a failure at once must not each write half of what they think; always after the delivery's own lock.
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE as const, refresh: true };
  const endpoint = await tx.findOneOrFail(WebhookEndpoint, delivery.endpointId, lock);
  if (error === null) return recover(tx, endpoint, at);
  endpoint.failingSince ??= at;
  if (isGivenUp) await openIncident(tx, { delivery, error, at });
  const failingSeconds = (at.getTime() - endpoint.failingSince.getTime()) / 1000;
  if (!endpoint.pausedAt && failingSeconds >= PAUSE_AFTER_SECONDS) {
    endpoint.pausedAt = at;
    endpoint.nextProbeAt = new Date(at.getTime() + PROBE_INTERVAL_SECONDS * 1000);
  }
}

async function openIncident(
  tx: EntityManager,
  { delivery, error, at }: { delivery: WebhookDelivery; error: string; at: Date },
): Promise<void> {
  const { companyId, environment, endpointId } = delivery;
  const [open] = await tx.find(WebhookIncident, { endpointId, closedAt: null });
  if (open) {
    open.lastError = error;
    return;
  }
  // Two deliveries that are given up at once open one incident.
  await tx.execute(
    `insert into webhook_incidents (company_id, environment, endpoint_id, last_error, opened_at)
     values (?, ?, ?, ?, ?) on conflict (endpoint_id) where closed_at is null do nothing`,
    [companyId, environment, endpointId, error, at],
  );
}

async function recover(tx: EntityManager, endpoint: WebhookEndpoint, at: Date): Promise<void> {
  const wasPaused = endpoint.pausedAt !== null;
  endpoint.failingSince = null;
  endpoint.pausedAt = null;
  endpoint.nextProbeAt = null;
  await tx.nativeUpdate(WebhookIncident, { endpointId: endpoint.id, closedAt: null }, { closedAt: at });
  if (wasPaused) await tellDeliveries(tx, 'endpoint_id = ?', [endpoint.id]);
}
