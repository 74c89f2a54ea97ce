export { gatewayReconciliation } from './gateway-reconciliation.ts';
export { invoice } from './invoice.ts';
export { subscription } from './subscription.ts';
export { webhookDelivery } from './webhook-delivery.ts';
