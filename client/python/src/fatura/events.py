# Generated from the OpenAPI document by `npm run generate`. Do not edit: change the joi schemas it is made from.

"""The bodies of webhooks. ``event["event"]`` tells which one it is, and with that the type of its ``data``."""

from __future__ import annotations

from typing import TypeAlias

from . import types

WebhookEvent: TypeAlias = (
    types.InvoiceCreatedEvent
    | types.InvoicePaymentConfirmedEvent
    | types.InvoicePaymentRegisteredEvent
    | types.InvoiceRefusedEvent
    | types.InvoiceUpdatedEvent
    | types.InvoiceAbandonedEvent
    | types.SubscriptionCreatedEvent
    | types.SubscriptionRenewedEvent
    | types.InvoiceOverdueEvent
    | types.InvoiceExpiredEvent
    | types.InvoiceCanceledEvent
    | types.InvoiceRefundedEvent
    | types.InvoiceOverpaidEvent
    | types.InvoiceDisputedEvent
    | types.InvoiceDisputeAnswerDueEvent
    | types.InvoiceDisputeUpdatedEvent
    | types.InvoiceDisputeClosedEvent
    | types.SubscriptionCanceledEvent
    | types.SubscriptionPaymentFailedEvent
    | types.SubscriptionUpdatedEvent
    | types.SubscriptionTrialEndedEvent
    | types.SubscriptionPastDueEvent
    | types.SubscriptionPausedEvent
    | types.SubscriptionResumedEvent
    | types.SubscriptionEndedEvent
    | types.SubscriptionAuthorizedEvent
    | types.SubscriptionAuthorizationRefusedEvent
    | types.SubscriptionAuthorizationCanceledEvent
    | types.PayoutCreatedEvent
    | types.PayoutPaidEvent
    | types.PayoutFailedEvent
    | types.PayoutReconciledEvent
    | types.CustomerErasedEvent
    | types.AuditRecordedEvent
    | types.WebhookTestEvent
)
