import type { StoreTime } from '../base/time/store-time.ts';
import type { EventType } from '../events/event-types.ts';
import type { WebhookRetryPolicy } from './retry-policy.ts';
import type { DeliveryWorkflow } from './webhook-delivery.entity.ts';

/** A webhook delivery to make, with the policy of its store. */
export interface DeliveryOrder extends StoreTime {
  deliveryId: number;
  event: EventType;
  endpointId: number;
  /** Attempts already recorded, by an earlier run. */
  attemptsMade: number;
  /** The attempts of earlier rounds among them: a redelivery begins a new round. Absent: none. */
  attemptsBefore?: number;
  /** Attempts in all, the first one included. */
  attemptsAllowed: number;
  retryPolicy: WebhookRetryPolicy;
  /** ISO 8601, the store's time; not to be tried before. Null: at once. */
  notBefore: string | null;
  /** The workflow that makes it. Absent in orders of before 0.3.0: the invoice's, or with `evenIfPaused` its own. */
  runsIn?: DeliveryWorkflow;
  /** Tried although the endpoint is paused: by a probe, or because the store asks for it. */
  evenIfPaused?: boolean;
}
