import { recordLostAttempt, type DeliverWebhookDeps } from '../src/webhooks/deliver-webhook.ts';

export type RecordLostAttemptActivity = ReturnType<typeof createRecordLostAttempt>;

export interface RecordLostAttemptInput {
  deliveryId: number;
  attemptsAllowed: number;
}

/** Ends a delivery whose last attempt was lost with its worker. */
export function createRecordLostAttempt(deps: Pick<DeliverWebhookDeps, 'em' | 'clock'>) {
  return {
    recordLostAttempt: (input: RecordLostAttemptInput): Promise<void> => recordLostAttempt(deps, input),
  };
}
