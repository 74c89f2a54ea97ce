export { customerErasure } from './customer-erasure.ts';
export { gatewayReconciliation } from './gateway-reconciliation.ts';
export { invoice } from './invoice.ts';
export { ledgerProof } from './ledger-proof.ts';
export { retention } from './retention.ts';
export { sandboxClock } from './sandbox-clock.ts';
export { subscription } from './subscription.ts';
export { webhookDelivery } from './webhook-delivery.ts';
