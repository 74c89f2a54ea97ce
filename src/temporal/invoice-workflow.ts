/** The workflow id of an invoice: whoever starts or signals it means the same one. */
export function invoiceWorkflowId(invoiceId: number): string {
  return `invoice-${invoiceId}`;
}
