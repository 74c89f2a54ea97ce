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

/** As `invoiceWorkflowId`, of what follows from the erasure of a customer. */
export function erasureWorkflowId(customerId: number): string {
  return `customer-${customerId}`;
}

/** As `invoiceWorkflowId`, of the clock of a company's sandbox. */
export function clockWorkflowId(companyId: number): string {
  return `sandbox-clock-${companyId}`;
}

const SUBJECT = /^(invoice|subscription|delivery|customer)-(\d+)$/;

/** Whom a workflow is of, as a log line names it: `{ invoice_id: 7 }`; nothing for one that is of nobody. */
export function subjectOfWorkflow(workflowId = ''): Record<string, number> {
  const [, kind, id] = SUBJECT.exec(workflowId) ?? [];
  return kind === undefined ? {} : { [`${kind}_id`]: Number(id) };
}
