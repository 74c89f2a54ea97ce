import type { components } from './schema.ts';

export { Fatura } from './fatura.ts';
export { createFaturaClient, type FaturaClient, type FaturaClientOptions } from './create-client.ts';
export type { Answer, Body, CallOptions, Query, WriteOptions } from './call-types.ts';
export { advanceClock } from './clock.ts';
export { List, listAll, orThrow, type Page } from './answers.ts';
export * from './errors.ts';
export {
  FaturaSignatureError,
  verifyWebhook,
  type WebhookEvent,
  type WebhookEventOf,
  type WebhookEventType,
} from './webhooks.ts';
export type { components, operations, paths, webhooks } from './schema.ts';

type Schemas = components['schemas'];

export type Address = Schemas['Address'];
export type Customer = Schemas['Customer'];
export type CreateCustomer = Schemas['CreateCustomer'];
export type UpdateCustomer = Schemas['UpdateCustomer'];
export type Product = Schemas['Product'];
export type CreateProduct = Schemas['CreateProduct'];
export type UpdateProduct = Schemas['UpdateProduct'];
export type Invoice = Schemas['Invoice'];
export type InvoiceLine = Schemas['InvoiceLine'];
export type CreateInvoice = Schemas['CreateInvoice'];
export type UpdateInvoice = Schemas['UpdateInvoice'];
export type Timeline = Schemas['Timeline'];
export type Payment = Schemas['Payment'];
export type SubmitPayment = Schemas['SubmitPayment'];
export type SandboxClock = Schemas['SandboxClock'];
export type SandboxPayment = Schemas['SandboxPayment'];
export type Refund = Schemas['Refund'];
export type RequestRefund = Schemas['RequestRefund'];
export type Webhook = Schemas['Webhook'];
export type CreatedWebhook = Schemas['CreatedWebhook'];
export type CreateWebhook = Schemas['CreateWebhook'];
export type UpdateWebhook = Schemas['UpdateWebhook'];
export type RotateSecret = Schemas['RotateSecret'];
export type Delivery = Schemas['Delivery'];
export type DeliveryLog = Schemas['DeliveryLog'];
export type DeliveryAttempt = Schemas['DeliveryAttempt'];
export type Event = Schemas['Event'];
export type Problem = Schemas['Problem'];
export type FieldError = Schemas['FieldError'];
