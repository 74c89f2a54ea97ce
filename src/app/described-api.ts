import type { DescribedApi } from '../base/http/openapi/document.ts';
import { describeEvents } from '../events/event-payload.ts';
import { invoiceEvents } from '../invoices/invoice-events.schema.ts';
import { payoutEvents } from '../payments/payouts/payout-events.schema.ts';
import { auditEvent } from '../platform/audit-event.schema.ts';
import { erasureEvent } from '../privacy/erasure-event.schema.ts';
import { subscriptionEvents } from '../subscriptions/subscription-events.schema.ts';
import { testEvent } from '../webhooks/test-event.schema.ts';
import { operations } from './operations.ts';

/** All that the OpenAPI document tells of. */
export const describedApi: DescribedApi = {
  operations,
  webhooks: describeEvents({
    ...invoiceEvents,
    ...subscriptionEvents,
    ...payoutEvents,
    'customer.erased': erasureEvent,
    'audit.recorded': auditEvent,
    'webhook.test': testEvent,
  }),
};
