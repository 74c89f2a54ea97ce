import { defineSearchAttributeKey } from '@temporalio/common';

/**
 * The attributes by which operators filter workflows in the Temporal UI: `InvoiceStatus = "overdue" AND CompanyId =
 * 12`. Temporal keeps them as plain text, also where payloads are encrypted.
 */
export const COMPANY_ID = defineSearchAttributeKey('CompanyId', 'INT');
export const ENVIRONMENT = defineSearchAttributeKey('Environment', 'KEYWORD');
export const INVOICE_STATUS = defineSearchAttributeKey('InvoiceStatus', 'KEYWORD');
export const SUBSCRIPTION_STATUS = defineSearchAttributeKey('SubscriptionStatus', 'KEYWORD');
export const PAYMENT_METHOD = defineSearchAttributeKey('PaymentMethod', 'KEYWORD');
/** `YYYY-MM-DD`, which compares as text. */
export const DUE_DATE = defineSearchAttributeKey('DueDate', 'KEYWORD');
/** The total of an invoice, in cents. */
export const AMOUNT_CENTS = defineSearchAttributeKey('AmountCents', 'INT');
/** By the store's time, which the clock of a sandbox may set. */
export const NEXT_DEADLINE = defineSearchAttributeKey('NextDeadline', 'DATETIME');
export const GATEWAY = defineSearchAttributeKey('Gateway', 'KEYWORD');
/** Any number of those for whom a workflow can wait: payer, gateway, receiver, store. */
export const WAITS_FOR = defineSearchAttributeKey('WaitsFor', 'KEYWORD_LIST');
/** Deliveries whose last attempt failed, and that are to be tried again. */
export const FAILING_DELIVERIES = defineSearchAttributeKey('FailingDeliveries', 'INT');

export const SEARCH_ATTRIBUTES = [
  ...[COMPANY_ID, ENVIRONMENT, INVOICE_STATUS, SUBSCRIPTION_STATUS, PAYMENT_METHOD],
  ...[DUE_DATE, AMOUNT_CENTS, NEXT_DEADLINE, GATEWAY, WAITS_FOR, FAILING_DELIVERIES],
];
