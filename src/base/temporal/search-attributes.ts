import { defineSearchAttributeKey } from '@temporalio/common';

/**
 * The attributes by which operators filter workflows in the Temporal UI: `InvoiceStatus = "overdue" AND CompanyId =
 * 12`.
 */
export const COMPANY_ID = defineSearchAttributeKey('CompanyId', 'INT');
export const ENVIRONMENT = defineSearchAttributeKey('Environment', 'KEYWORD');
export const INVOICE_STATUS = defineSearchAttributeKey('InvoiceStatus', 'KEYWORD');
export const SUBSCRIPTION_STATUS = defineSearchAttributeKey('SubscriptionStatus', 'KEYWORD');
export const PAYMENT_METHOD = defineSearchAttributeKey('PaymentMethod', 'KEYWORD');

export const SEARCH_ATTRIBUTES = [COMPANY_ID, ENVIRONMENT, INVOICE_STATUS, SUBSCRIPTION_STATUS, PAYMENT_METHOD];
