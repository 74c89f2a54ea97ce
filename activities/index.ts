import type { CancelChargeActivity } from './cancel-charge.ts';
import type { DeliverWebhookActivity } from './deliver-webhook.ts';
import type { MakeRefundActivity } from './make-refund.ts';
import type { PassDeadlineActivity } from './pass-deadline.ts';
import type { ReadInvoiceActivity } from './read-invoice.ts';
import type { RecordAttemptActivity } from './record-attempt.ts';
import type { RegisterChargeActivity } from './register-charge.ts';

/** What the invoice workflow calls on its own and on the payments queue; the workflow sees these types alone. */
export type InvoiceActivities = ReadInvoiceActivity &
  PassDeadlineActivity &
  RegisterChargeActivity &
  CancelChargeActivity &
  MakeRefundActivity;
/** What it calls on the webhooks queue. */
export type WebhookActivities = DeliverWebhookActivity & RecordAttemptActivity;
