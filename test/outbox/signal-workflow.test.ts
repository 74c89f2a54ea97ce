import { expect, test } from '@jest/globals';
import type { Client } from '@temporalio/client';
import type { InvoiceNews } from '../../src/invoices/invoice-news.ts';
import type { DeliveryOrder } from '../../src/webhooks/delivery-order.ts';
import { signalDelivery, signalInvoice } from '../../src/outbox/signal-workflow.ts';
import { FIRST_TRY_LIMIT_MS } from '../../src/base/temporal/task-limits.ts';

const STORE = { companyId: 2, environment: 'sandbox' as const };
const ORDER = { deliveryId: 11, endpointId: 5, event: 'webhook.test' } as unknown as DeliveryOrder;
const NEWS = { ...STORE, invoiceId: 1, status: 'open', paymentMethod: 'pix' } as unknown as InvoiceNews;

interface Started {
  workflowTaskTimeout?: number;
  staticSummary: string;
}

/** The options that a workflow would be started with. */
async function startedBy(signal: (client: Client) => Promise<void>): Promise<Started> {
  const started: Started[] = [];
  const workflow = { signalWithStart: (_name: string, options: Started) => Promise.resolve(started.push(options)) };
  const withDeadline = (_deadline: number, work: () => Promise<void>) => work();
  await signal({ workflow, withDeadline } as unknown as Client);
  return started[0]!;
}

test.each([
  ['an invoice', (client: Client) => signalInvoice(client, NEWS)],
  ['a delivery of its own', (client: Client) => signalDelivery(client, ORDER, STORE)],
])('the workflow of %s has tasks that outlast a first try', async (_what, signal) => {
  const { workflowTaskTimeout = 10_000 } = await startedBy(signal);
  // At four fifths of it the SDK renews a task.
  expect(workflowTaskTimeout * 0.8).toBeGreaterThan(FIRST_TRY_LIMIT_MS);
});

test('the summary of an invoice’s workflow says nothing that a change of the invoice makes wrong', async () => {
  const { staticSummary } = await startedBy((client) => signalInvoice(client, NEWS));
  expect(staticSummary).toBe('invoice 1 of company 2 (sandbox)');
});
