import { AuditChain } from '../accounts/audit/audit-chain.entity.ts';
import { AuditEntry } from '../accounts/audit/audit-entry.entity.ts';
import { ApiRequest } from '../accounts/authentication/api-request.entity.ts';
import { ApiToken } from '../accounts/companies/api-token.entity.ts';
import { CompanyLogo } from '../accounts/companies/company-logo.entity.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import { SandboxClock } from '../accounts/companies/sandbox-clock.entity.ts';
import { StoreSettings } from '../accounts/companies/store-settings.entity.ts';
import { Passkey } from '../accounts/factors/passkey.entity.ts';
import { SecondFactor } from '../accounts/factors/second-factor.entity.ts';
import { SavedCard } from '../catalog/cards/saved-card.entity.ts';
import { CouponRedemption } from '../catalog/coupons/coupon-redemption.entity.ts';
import { Coupon } from '../catalog/coupons/coupon.entity.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import { Event } from '../events/event.entity.ts';
import { IdempotencyKey } from '../base/http/idempotency/idempotency-key.entity.ts';
import { RateLimitCounter } from '../base/http/rate-limit/rate-limit-counter.entity.ts';
import { SandboxInbox } from '../sandbox/inboxes/sandbox-inbox.entity.ts';
import { SandboxMessage } from '../sandbox/inboxes/sandbox-message.entity.ts';
import { InvoiceItem } from '../invoices/invoice-item.entity.ts';
import { PaymentLink } from '../payments/links/payment-link.entity.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import { MailCount } from '../base/mail/mail-count.entity.ts';
import { Mail } from '../base/mail/mail.entity.ts';
import { PanelSubmission } from '../panel/panel-submission.entity.ts';
import { PayerMessage } from '../invoices/payer-message.entity.ts';
import { Dispute } from '../invoices/dispute.entity.ts';
import { DisputeFile } from '../invoices/dispute-file.entity.ts';
import { GatewayCallback } from '../payments/gateway-callback.entity.ts';
import { GatewayAccount } from '../gateways/gateway-account.entity.ts';
import { GatewayCustomer } from '../gateways/gateway-customer.entity.ts';
import { Installation } from '../gateways/installation.entity.ts';
import { SandboxCallback, SandboxCharge } from '../gateways/sandbox/sandbox-charge.entity.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import { Payment } from '../invoices/payment.entity.ts';
import { Payout } from '../invoices/payout.entity.ts';
import { Concession } from '../invoices/concession.entity.ts';
import { LedgerEntry } from '../invoices/ledger/ledger-entry.entity.ts';
import { LedgerTotal } from '../invoices/ledger/ledger-total.entity.ts';
import { LedgerTransaction } from '../invoices/ledger/ledger-transaction.entity.ts';
import { Mandate } from '../payments/mandates/mandate.entity.ts';
import { Reconciliation } from '../payments/reconciliation/reconciliation.entity.ts';
import { AccessLink } from '../accounts/people/access-link.entity.ts';
import { Membership } from '../accounts/people/membership.entity.ts';
import { PersonSession } from '../accounts/people/person-session.entity.ts';
import { Person } from '../accounts/people/person.entity.ts';
import { Refund } from '../invoices/refund.entity.ts';
import { Product } from '../catalog/products/product.entity.ts';
import { Retention } from '../retention/retention.entity.ts';
import { SubscriptionCycle } from '../subscriptions/subscription-cycle.entity.ts';
import { SubscriptionItem } from '../subscriptions/subscription-item.entity.ts';
import { Subscription } from '../subscriptions/subscription.entity.ts';
import { OutboxEntry } from '../base/outbox/outbox-entry.entity.ts';
import { RequeuedWork } from '../outbox/requeued-work.entity.ts';
import { WebhookAttempt } from '../webhooks/webhook-attempt.entity.ts';
import { WebhookDelivery } from '../webhooks/webhook-delivery.entity.ts';
import { WebhookEndpoint } from '../webhooks/webhook-endpoint.entity.ts';
import { WebhookIncident } from '../webhooks/webhook-incident.entity.ts';

/** Every table, for the ORM and for the test that holds the migrations against them. */
export const entities = [
  Company,
  CompanyLogo,
  StoreSettings,
  SandboxClock,
  ApiToken,
  ApiRequest,
  Customer,
  Product,
  Coupon,
  CouponRedemption,
  SavedCard,
  PaymentLink,
  Invoice,
  InvoiceItem,
  PaymentAttempt,
  Payment,
  Refund,
  Dispute,
  DisputeFile,
  PayerMessage,
  Concession,
  Payout,
  LedgerTransaction,
  LedgerEntry,
  LedgerTotal,
  GatewayCallback,
  GatewayAccount,
  GatewayCustomer,
  Installation,
  Reconciliation,
  Event,
  WebhookEndpoint,
  WebhookDelivery,
  WebhookAttempt,
  WebhookIncident,
  Subscription,
  SubscriptionItem,
  SubscriptionCycle,
  Mandate,
  OutboxEntry,
  RequeuedWork,
  IdempotencyKey,
  RateLimitCounter,
  SandboxCharge,
  SandboxCallback,
  SandboxInbox,
  SandboxMessage,
  Person,
  Membership,
  PersonSession,
  Passkey,
  SecondFactor,
  AccessLink,
  AuditEntry,
  AuditChain,
  Mail,
  MailCount,
  PanelSubmission,
  Retention,
];
