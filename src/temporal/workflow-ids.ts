/** The workflow id of an invoice: whoever starts or signals it means the same one. */
export function invoiceWorkflowId(invoiceId: number): string {
  return `invoice-${invoiceId}`;
}

/** As `invoiceWorkflowId`, of a subscription. */
export function subscriptionWorkflowId(subscriptionId: number): string {
  return `subscription-${subscriptionId}`;
}

/** As `invoiceWorkflowId`, of a delivery that has a workflow of its own: a test, a redelivery, a probe. */
export function deliveryWorkflowId(deliveryId: number): string {
  return `delivery-${deliveryId}`;
}
