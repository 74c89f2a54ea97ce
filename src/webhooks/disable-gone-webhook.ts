import type { EntityManager } from '@mikro-orm/postgresql';
import { cancelDeliveries } from './cancel-deliveries.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';

/** The value of `disabledReason` after a 410. */
export const GONE = 'gone';

/**
 * Switches a webhook off whose receiver answered 410 Gone, and cancels what waits for it. The delivery that was
 * answered is left to whoever records it. Done in single statements, which wait for no attempt that is being recorded;
 * should the process die between them, the deliveries are canceled one by one when their turn comes.
 *
 * @param url what was called: a webhook that was moved meanwhile is not gone
 * @returns whether the webhook is off now
 */
export async function disableGoneWebhook(
  em: EntityManager,
  { endpointId, url, deliveryId, at }: { endpointId: number; url: string; deliveryId: number; at: Date },
): Promise<boolean> {
  const fork = em.fork();
  const disabled = await fork.nativeUpdate(
    WebhookEndpoint,
    { id: endpointId, url, enabled: true },
    { enabled: false, disabledReason: GONE, updatedAt: at },
  );
  if (disabled === 0 && (await fork.count(WebhookEndpoint, { id: endpointId, url, enabled: false })) === 0)
    return false;
  await cancelDeliveries(em, { endpointId, at, except: deliveryId });
  return true;
}
