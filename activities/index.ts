import type { AdvanceClockActivity } from './advance-clock.ts';
import type { AnswerDisputeActivity } from './answer-dispute.ts';
import type { CancelChargeActivity } from './cancel-charge.ts';
import type { DeliverWebhookActivity } from './deliver-webhook.ts';
import type { ForgetPayerActivity } from './forget-payer.ts';
import type { ForgetOldActivity } from './forget-old.ts';
import type { MakeRefundActivity } from './make-refund.ts';
import type { PassDeadlineActivity } from './pass-deadline.ts';
import type { ProveLedgerActivities } from './prove-ledger.ts';
import type { ReadInvoiceActivity } from './read-invoice.ts';
import type { ReconcileGatewaysActivities } from './reconcile-gateways.ts';
import type { RecordAttemptActivity } from './record-attempt.ts';
import type { RegisterChargeActivity } from './register-charge.ts';
import type { SendMessageActivity } from './send-message.ts';
import type { MandateStepActivities, SubscriptionStepActivities } from './subscription-steps.ts';
import type { FirstTriesActivity } from './first-tries.ts';

/**
 * The activities that the invoice workflow calls on its own and on the payments queue; the workflow sees these types
 * alone.
 */
export type InvoiceActivities = ReadInvoiceActivity &
  PassDeadlineActivity &
  RegisterChargeActivity &
  CancelChargeActivity &
  MakeRefundActivity &
  AnswerDisputeActivity;
/** The acts of operators on an invoice, on the payments queue. */
export type { OperatorActivities } from './operate.ts';
/** The activities that write to payers, on the queue of messages. */
export type MessageActivities = SendMessageActivity;
/** The activities that the subscription workflow calls, on the queue of subscriptions. */
export type SubscriptionActivities = SubscriptionStepActivities;
/** The activities of the subscription workflow that call a gateway, on the payments queue. */
export type MandateActivities = MandateStepActivities;
/** The activities that the comparison with the gateways' books calls, on the payments queue. */
export type ReconciliationActivities = ReconcileGatewaysActivities;
/** The activities that hold the ledger to the record, on the payments queue. */
export type LedgerActivities = ProveLedgerActivities;
/** The activities that move the clocks of sandboxes, on the queue of clocks. */
export type ClockActivities = AdvanceClockActivity;
/** The activities that follow from an erasure, on the payments queue. */
export type ErasureActivities = ForgetPayerActivity;
/** The activities that forget old data, on the payments queue. */
export type RetentionActivities = ForgetOldActivity;
/** The activities that deliveries call, on the webhooks queue. */
export type WebhookActivities = DeliverWebhookActivity & RecordAttemptActivity;
/** The first tries, which a local activity makes in the worker that has the workflow's task. */
export type LocalActivities = FirstTriesActivity;
