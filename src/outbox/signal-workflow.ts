import { WorkflowExecutionAlreadyStartedError, type Client, type WorkflowStartOptions } from '@temporalio/client';
import { TypedSearchAttributes, WorkflowIdConflictPolicy, type Priority } from '@temporalio/common';
// Types alone: the API never runs workflow code.
import type { customerErasure } from '../../workflows/customer-erasure.ts';
import type { invoice } from '../../workflows/invoice.ts';
import type { sandboxClock } from '../../workflows/sandbox-clock.ts';
import type { subscription } from '../../workflows/subscription.ts';
import type { webhookDelivery } from '../../workflows/webhook-delivery.ts';
import { nameOfStore, type Store } from '../base/environment.ts';
import type { InvoiceNews } from '../invoices/invoice-news.ts';
import type { DeliveryOrder } from '../webhooks/delivery-order.ts';
import type { SubscriptionNews } from '../subscriptions/subscription-news.ts';
import type { ErasureOrder } from '../privacy/read-erasure-orders.ts';
import { FIRST_TRY_TASK_TIMEOUT_MS } from '../base/temporal/task-limits.ts';
import {
  clockWorkflowId,
  deliveryWorkflowId,
  erasureWorkflowId,
  invoiceWorkflowId,
  subscriptionWorkflowId,
} from './workflow-ids.ts';
import {
  COMPANY_ID,
  ENVIRONMENT,
  INVOICE_STATUS,
  PAYMENT_METHOD,
  SUBSCRIPTION_STATUS,
} from '../base/temporal/search-attributes.ts';
import { TASK_QUEUES } from '../base/temporal/task-queues.ts';

/** Temporal has this long to take a signal. */
const SIGNAL_TIMEOUT_MS = 3_000;

const RECORD_CHANGED = 'recordChanged';

/** Temporal has five priorities, of which an ordinary workflow has the third. */
const YIELDING_PRIORITY = 4;

export interface SignalOptions {
  /**
   * A signal of many that a single act ordered, or of before: all other work that waits for a worker goes first. A
   * workflow keeps the priority that it began with.
   */
  yields?: boolean;
  /**
   * Whether this process has a worker, on whose connection the client is. Temporal gives such a client the first task
   * of a run that it starts (eager start), where the worker has a place for it.
   */
  hasWorker?: boolean;
}

/** Stores share a worker evenly, however much waits of each: a store is a fairness key of Temporal. */
function shareOf(store: Store, { yields = false }: SignalOptions = {}): Priority {
  return { fairnessKey: nameOfStore(store), ...(yields && { priorityKey: YIELDING_PRIORITY }) };
}

/** The version of an invoice that nobody has changed yet. */
const FIRST_VERSION = 1;

/**
 * Signals the invoice's workflow, and starts a run where none is open; the signal carries the news to either. A new
 * invoice has no run, as a rule: a worker begins its run at once, and the input carries the news.
 */
export async function signalInvoice(client: Client, news: InvoiceNews, options: SignalOptions = {}): Promise<void> {
  if (beginsHere(news, options) && (await startHere(client, news, options))) return;
  await client.withDeadline(Date.now() + SIGNAL_TIMEOUT_MS, () =>
    client.workflow.signalWithStart<typeof invoice, [InvoiceNews]>('invoice', {
      ...startOfInvoice(news, options),
      args: [{ invoiceId: news.invoiceId }],
      signal: RECORD_CHANGED,
      signalArgs: [news],
    }),
  );
}

/** Whether this process asks Temporal for the first task of a run: the invoice has none yet, as far as is known. */
export function beginsHere({ version }: InvoiceNews, { hasWorker = false }: SignalOptions): boolean {
  return hasWorker && version === FIRST_VERSION;
}

/** @returns whether it was started: false where a run is open, which is to be signalled */
async function startHere(client: Client, news: InvoiceNews, options: SignalOptions): Promise<boolean> {
  const { invoiceId } = news;
  try {
    await client.withDeadline(Date.now() + SIGNAL_TIMEOUT_MS, () =>
      client.workflow.start<typeof invoice>('invoice', {
        ...startOfInvoice(news, options),
        args: [{ invoiceId, news }],
        requestEagerStart: true,
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
}

/** The way in which a run of an invoice starts. */
export function startOfInvoice(
  news: InvoiceNews,
  options?: SignalOptions,
): Pick<
  WorkflowStartOptions,
  'workflowId' | 'taskQueue' | 'workflowTaskTimeout' | 'priority' | 'staticSummary' | 'typedSearchAttributes'
> {
  const { invoiceId, companyId, environment, status, paymentMethod } = news;
  return {
    workflowId: invoiceWorkflowId(invoiceId),
    taskQueue: TASK_QUEUES.invoices,
    workflowTaskTimeout: FIRST_TRY_TASK_TIMEOUT_MS,
    priority: shareOf(news, options),
    staticSummary: `invoice ${invoiceId} of company ${companyId} (${environment})`,
    typedSearchAttributes: new TypedSearchAttributes([
      { key: COMPANY_ID, value: companyId },
      { key: ENVIRONMENT, value: environment },
      { key: INVOICE_STATUS, value: status },
      { key: PAYMENT_METHOD, value: paymentMethod },
    ]),
  };
}

/** As `signalInvoice`, for a subscription. */
export async function signalSubscription(
  client: Client,
  news: SubscriptionNews,
  options?: SignalOptions,
): Promise<void> {
  const { subscriptionId, companyId, environment, status, paymentMethod } = news;
  await client.withDeadline(Date.now() + SIGNAL_TIMEOUT_MS, () =>
    client.workflow.signalWithStart<typeof subscription, [SubscriptionNews]>('subscription', {
      workflowId: subscriptionWorkflowId(subscriptionId),
      taskQueue: TASK_QUEUES.subscriptions,
      args: [{ subscriptionId }],
      signal: RECORD_CHANGED,
      signalArgs: [news],
      priority: shareOf(news, options),
      staticSummary: `subscription ${subscriptionId} of company ${companyId} (${environment})`,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: COMPANY_ID, value: companyId },
        { key: ENVIRONMENT, value: environment },
        { key: SUBSCRIPTION_STATUS, value: status },
        { key: PAYMENT_METHOD, value: paymentMethod },
      ]),
    }),
  );
}

/** As `signalInvoice`, for a delivery that has a workflow of its own. */
export async function signalDelivery(
  client: Client,
  order: DeliveryOrder,
  store: Store,
  options?: SignalOptions,
): Promise<void> {
  const { deliveryId, endpointId, event } = order;
  const { companyId, environment } = store;
  await client.withDeadline(Date.now() + SIGNAL_TIMEOUT_MS, () =>
    client.workflow.signalWithStart<typeof webhookDelivery, [DeliveryOrder]>('webhookDelivery', {
      workflowId: deliveryWorkflowId(deliveryId),
      taskQueue: TASK_QUEUES.invoices,
      args: [{ order, hearsOfEarlier: true }],
      signal: RECORD_CHANGED,
      signalArgs: [order],
      workflowTaskTimeout: FIRST_TRY_TASK_TIMEOUT_MS,
      priority: shareOf(store, options),
      staticSummary: `${event} → endpoint ${endpointId} of company ${companyId} (${environment})`,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: COMPANY_ID, value: companyId },
        { key: ENVIRONMENT, value: environment },
      ]),
    }),
  );
}

/** As `signalInvoice`, for the clock of a company's sandbox. The workflow asks the record for everything. */
export async function signalClock(client: Client, companyId: number): Promise<void> {
  const store: Store = { companyId, environment: 'sandbox' };
  await client.withDeadline(Date.now() + SIGNAL_TIMEOUT_MS, () =>
    client.workflow.signalWithStart<typeof sandboxClock, []>('sandboxClock', {
      workflowId: clockWorkflowId(companyId),
      taskQueue: TASK_QUEUES.invoices,
      args: [{ companyId }],
      signal: RECORD_CHANGED,
      signalArgs: [],
      priority: shareOf(store),
      staticSummary: `clock of the sandbox of company ${companyId}`,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: COMPANY_ID, value: companyId },
        { key: ENVIRONMENT, value: store.environment },
      ]),
    }),
  );
}

/** Starts what follows from the erasure of a customer; a run that is open goes on. */
export async function startErasure(client: Client, { customerId, store }: ErasureOrder): Promise<void> {
  const { companyId, environment } = store;
  await client.withDeadline(Date.now() + SIGNAL_TIMEOUT_MS, () =>
    client.workflow.start<typeof customerErasure>('customerErasure', {
      workflowId: erasureWorkflowId(customerId),
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
      taskQueue: TASK_QUEUES.invoices,
      args: [{ customerId }],
      priority: shareOf(store),
      staticSummary: `erasure of customer ${customerId} of company ${companyId} (${environment})`,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: COMPANY_ID, value: companyId },
        { key: ENVIRONMENT, value: environment },
      ]),
    }),
  );
}
