import { sleep } from '@temporalio/workflow';
import { invoice as invoiceOfToday, type InvoiceInput, type InvoiceResult } from '../../workflows/invoice.ts';
import {
  subscription as subscriptionOfToday,
  type SubscriptionInput,
  type SubscriptionResult,
} from '../../workflows/subscription.ts';

/** Today's workflow with a wait put in front: the smallest change that running invoices would not survive. */
export async function invoice(input: InvoiceInput): Promise<InvoiceResult> {
  await sleep('1 second');
  return invoiceOfToday(input);
}

/** As `invoice`. */
export async function subscription(input: SubscriptionInput): Promise<SubscriptionResult> {
  await sleep('1 second');
  return subscriptionOfToday(input);
}
