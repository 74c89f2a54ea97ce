export { invoice } from './invoice.ts';
export { webhookDelivery } from './webhook-delivery.ts';
