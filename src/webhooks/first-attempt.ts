import type { DeliveryOrder } from './delivery-order.ts';
import type { WebhookRetryPolicy } from './retry-policy.ts';

/** The data that an attempt to deliver needs, in a form that may travel through a workflow. */
export interface DeliveryAttemptInput {
  deliveryId: number;
  endpointId: number;
  /** Attempts that an earlier activity made; this one's are counted on from there. */
  attemptsMade: number;
  attemptsAllowed: number;
  retryPolicy: WebhookRetryPolicy;
  /** Attempts of earlier rounds among `attemptsMade`. */
  attemptsBefore: number;
  /** Tried although the endpoint is paused. */
  evenIfPaused: boolean;
  /** The clock of a sandbox measures the time until the next attempt, and Temporal repeats none. Absent: false. */
  byClock?: true;
}

/**
 * The next attempt of a delivery.
 *
 * @param attemptsMade by now; at least one more is allowed, whatever the policy says: a maximum of 0 would mean without
 *   end
 */
export function deliveryAttemptOf(order: DeliveryOrder, attemptsMade = order.attemptsMade): DeliveryAttemptInput {
  const { deliveryId, endpointId, retryPolicy, attemptsBefore = 0, evenIfPaused = false, clockAt } = order;
  const attemptsAllowed = Math.max(order.attemptsAllowed, attemptsMade + 1);
  return {
    ...{ deliveryId, endpointId, attemptsMade, attemptsAllowed, retryPolicy, attemptsBefore, evenIfPaused },
    ...(clockAt !== undefined && { byClock: true }),
  };
}

/** Whether a delivery is as its event left it: due at once, and never tried. */
export function isUntried({
  notBefore,
  attemptsMade,
  attemptsBefore = 0,
  evenIfPaused = false,
}: DeliveryOrder): boolean {
  return notBefore === null && attemptsMade === attemptsBefore && !evenIfPaused;
}
