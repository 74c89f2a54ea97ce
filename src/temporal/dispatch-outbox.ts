import type { EntityManager } from '@mikro-orm/postgresql';
import type { Client } from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import type { Logger } from 'pino';
// Types alone: the API never runs workflow code.
import type { invoice } from '../../workflows/invoice.ts';
import type { InvoiceNews } from '../invoices/invoice-news.ts';
import { readInvoiceNews } from '../invoices/read-invoice-news.ts';
import { invoiceWorkflowId } from './invoice-workflow.ts';
import { OutboxEntry } from './outbox-entry.entity.ts';
import { COMPANY_ID, ENVIRONMENT, INVOICE_STATUS, PAYMENT_METHOD } from './search-attributes.ts';
import { TASK_QUEUES } from './task-queues.ts';

const BATCH = 50;
/** Temporal has this long to take a signal. */
const SIGNAL_TIMEOUT_MS = 3_000;
/** A claim outlives the signal that it is for; if its owner dies, the entry is free again this soon. */
const LEASE_MS = 5_000;

const RECORD_CHANGED = 'recordChanged';

export interface DispatchOutboxDeps {
  em: EntityManager;
  client: Client;
  log: Logger;
  /** Ends the round that is under way, and the calls that it waits for. */
  stopping: AbortSignal;
}

/**
 * Tells workflows of changed records until no entry is left to claim. No lock is held while Temporal is called: an
 * entry is claimed for a few seconds in a statement of its own, and deleted once Temporal has taken the signal. If
 * anything fails in between, the entry is claimed again, and the workflow hears the same news twice, which is harmless.
 */
export async function dispatchOutbox({ em, client, log, stopping }: DispatchOutboxDeps): Promise<void> {
  while (!stopping.aborted) {
    const entries = await claim(em);
    if (entries.length === 0) return;
    const invoiceIds = [...new Set(entries.map((entry) => entry.invoiceId))];
    const news = await readInvoiceNews(em, invoiceIds);
    const outcomes = await Promise.allSettled(
      news.map((item) => client.withAbortSignal(stopping, () => signalWithStart(client, item))),
    );
    const told = new Set(
      news.filter((_, index) => outcomes[index]!.status === 'fulfilled').map((item) => item.invoiceId),
    );
    const done = entries.filter((entry) => told.has(entry.invoiceId)).map((entry) => entry.id);
    await em.fork().nativeDelete(OutboxEntry, { id: done });

    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) {
      log.warn(
        { err: failed.reason as unknown, entries: entries.length - done.length },
        'Temporal did not take signals; they wait',
      );
      return;
    }
  }
}

async function claim(em: EntityManager): Promise<{ id: number; invoiceId: number }[]> {
  const now = new Date();
  const rows = await em.fork().execute<{ id: string; invoice_id: string }[]>(
    `update outbox set claimable_at = ? where id in (
       select id from outbox where claimable_at <= ? order by claimable_at, id limit ? for update skip locked)
     returning id, invoice_id`,
    [new Date(now.getTime() + LEASE_MS), now, BATCH],
  );
  return rows.map((row) => ({ id: Number(row.id), invoiceId: Number(row.invoice_id) }));
}

/** Signals the invoice's workflow, and starts a run where none is open. */
async function signalWithStart(client: Client, news: InvoiceNews): Promise<void> {
  const { invoiceId, companyId, environment, status, paymentMethod } = news;
  await client.withDeadline(Date.now() + SIGNAL_TIMEOUT_MS, () =>
    client.workflow.signalWithStart<typeof invoice, [InvoiceNews]>('invoice', {
      workflowId: invoiceWorkflowId(invoiceId),
      taskQueue: TASK_QUEUES.invoices,
      args: [{ invoiceId, news }],
      signal: RECORD_CHANGED,
      signalArgs: [news],
      staticSummary: `${paymentMethod} invoice ${invoiceId} of company ${companyId} (${environment})`,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: COMPANY_ID, value: companyId },
        { key: ENVIRONMENT, value: environment },
        { key: INVOICE_STATUS, value: status },
        { key: PAYMENT_METHOD, value: paymentMethod },
      ]),
    }),
  );
}
