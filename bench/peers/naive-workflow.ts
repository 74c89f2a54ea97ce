import { condition, defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';
import type { InvoiceSteps } from './invoice-steps.ts';

export const paid = defineSignal('paid');

const { registerCharge, sendWebhook } = proxyActivities<InvoiceSteps>({ startToCloseTimeout: '15 seconds' });

/** A paid invoice as it is written first: an activity for each side effect, one after the other. */
export async function paidInvoice(invoiceId: number): Promise<string> {
  let isPaid = false;
  setHandler(paid, () => {
    isPaid = true;
  });
  await sendWebhook({ event: 'invoice.created', invoiceId, sequence: 1 });
  const chargeId = await registerCharge(invoiceId);
  await sendWebhook({ event: 'invoice.payment_registered', invoiceId, sequence: 2 });
  if (!(await condition(() => isPaid, '1 day'))) return 'expired';
  await sendWebhook({ event: 'invoice.payment_confirmed', invoiceId, sequence: 3 });
  return chargeId;
}
