import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAttempt, recordLostAttempt, type DeliveryAttemptRecord } from '../src/webhooks/record-attempt.ts';
import type { DeliveryOrder } from '../src/webhooks/delivery-order.ts';
import { rescheduleDelivery } from '../src/webhooks/order-delivery.ts';
import type { Clock } from '../src/base/time/clock.ts';
import type { DeliveryWorkflow } from '../src/webhooks/webhook-delivery.entity.ts';

export type RecordAttemptActivity = ReturnType<typeof createRecordAttempt>;

export interface RecordLostAttemptInput {
  deliveryId: number;
  attemptsAllowed: number;
  /** The workflow that asks; absent in activities that 0.1.0 scheduled. */
  runsIn?: DeliveryWorkflow;
}

export interface RescheduleDeliveryInput {
  deliveryId: number;
}

/** For the attempts that could not be recorded where they were made. */
export function createRecordAttempt({ em, clock }: { em: EntityManager; clock: Clock }) {
  return {
    /** An attempt whose outcome is known and whose record failed. */
    recordAttempt: (input: DeliveryAttemptRecord): Promise<void> => recordAttempt(em, input),
    /** Under a new policy, or after a lost attempt: when the next attempt is due, or null when there is none. */
    rescheduleDelivery: (input: RescheduleDeliveryInput): Promise<DeliveryOrder | null> =>
      rescheduleDelivery({ em, clock }, input),
    /** The last attempt, lost with its worker. */
    recordLostAttempt: (input: RecordLostAttemptInput): Promise<void> => recordLostAttempt({ em, clock }, input),
  };
}
