import { customerOperations } from '../catalog/customers/customer.routes.ts';
import { eventOperations } from '../events/event.routes.ts';
import { inboxOperations } from '../sandbox/inboxes/inbox.routes.ts';
import { invoiceOperations, type InvoiceDeps } from '../invoices/invoice.routes.ts';
import { clockOperations } from '../outbox/clocks/clock.routes.ts';
import { sandboxOperations, type SandboxDeps } from '../sandbox/sandbox.routes.ts';
import { paymentLinkOperations } from '../payments/links/payment-link.routes.ts';
import { paymentOperations, type PaymentDeps } from '../payments/payment.routes.ts';
import { privacyOperations } from '../privacy/privacy.routes.ts';
import { couponOperations } from '../catalog/coupons/coupon.routes.ts';
import { savedCardOperations } from '../payments/cards/saved-card.routes.ts';
import { productOperations } from '../catalog/products/product.routes.ts';
import { concessionOperations } from '../payments/concessions/concession.routes.ts';
import { disputeOperations } from '../payments/disputes/dispute.routes.ts';
import { externalPaymentOperations } from '../payments/external/external-payment.routes.ts';
import { ledgerOperations } from '../payments/ledger/ledger.routes.ts';
import { messageOperations } from '../payments/messages/message.routes.ts';
import { payoutOperations } from '../payments/payouts/payout.routes.ts';
import { receivedPaymentOperations } from '../payments/received-payment.routes.ts';
import { reportOperations } from '../payments/reports/report.routes.ts';
import { refundOperations } from '../payments/refunds/refund.routes.ts';
import { subscriptionOperations, type SubscriptionDeps } from '../subscriptions/subscription.routes.ts';
import { deliveryOperations } from '../webhooks/delivery.routes.ts';
import { redeliveryOperations } from '../webhooks/redelivery.routes.ts';
import { webhookSettingsOperations } from '../webhooks/webhook-settings.routes.ts';
import { webhookOperations, type WebhookDeps } from '../webhooks/webhook.routes.ts';
import type { Operation } from '../base/http/operation.ts';

/** The parts that the calls of the API need together. */
export interface OperationDeps extends InvoiceDeps, PaymentDeps, SubscriptionDeps, WebhookDeps, SandboxDeps {}

/** Every call of the API, in the order of its document. */
export const operations: readonly Operation<OperationDeps>[] = [
  ...customerOperations,
  ...privacyOperations,
  ...savedCardOperations,
  ...productOperations,
  ...couponOperations,
  ...paymentLinkOperations,
  ...invoiceOperations,
  ...paymentOperations,
  ...externalPaymentOperations,
  ...concessionOperations,
  ...refundOperations,
  ...disputeOperations,
  ...ledgerOperations,
  ...receivedPaymentOperations,
  ...payoutOperations,
  ...reportOperations,
  ...messageOperations,
  ...subscriptionOperations,
  ...webhookOperations,
  ...deliveryOperations,
  ...redeliveryOperations,
  ...webhookSettingsOperations,
  ...eventOperations,
  ...sandboxOperations,
  ...clockOperations,
  ...inboxOperations,
];
