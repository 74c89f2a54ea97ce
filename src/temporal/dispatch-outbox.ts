import type { EntityManager } from '@mikro-orm/postgresql';
import { SpanKind } from '@opentelemetry/api';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { withSignal } from '../concurrency/with-signal.ts';
import { prepared, runPrepared } from '../db/prepared-statements.ts';
import { readInvoiceNews } from '../invoices/read-invoice-news.ts';
import { readDeliveryOrders } from '../webhooks/order-delivery.ts';
import type { ApiMetrics } from '../telemetry/metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { readSubscriptionNews } from '../subscriptions/read-subscription-news.ts';
import { readErasureOrders } from '../privacy/read-erasure-orders.ts';
import { signalDelivery, signalInvoice, signalSubscription, startErasure } from './signal-workflow.ts';

const BATCH = 50;
/** A claim outlives the signal that it is for; if its owner dies, the entry is free again this soon. */
const LEASE_SECONDS = 5;
/** What Temporal did not take is tried again this soon. */
const RETRY_SECONDS = 1;

export interface DispatchOutboxDeps {
  em: EntityManager;
  client: Client;
  log: Logger;
  metrics: Pick<ApiMetrics, 'signals'>;
  tracing: Tracing;
  /** Ends the round that is under way, and the calls that it waits for. */
  stopping: AbortSignal;
}

/**
 * Tells workflows of changed records until no entry is left to claim: a round that was not full left none, but those that
 * came meanwhile, and with these came a wake. No lock is held while Temporal is called: an entry is claimed for a few
 * seconds in a statement of its own, and deleted once Temporal has taken the signal. If anything fails in between, the
 * entry is claimed again, and the workflow hears the same news twice, which is harmless.
 */
export async function dispatchOutbox(deps: DispatchOutboxDeps): Promise<void> {
  const { em, client, log, stopping } = deps;
  while (!stopping.aborted) {
    const entries = await claim(em);
    if (entries.length === 0) return;
    const signals = await prepareSignals(em, client, entries);
    const outcomes = await Promise.allSettled(
      signals.map((signal) =>
        withSignal(stopping, (own) => client.withAbortSignal(own, () => tell(deps, signal, entries))),
      ),
    );
    const failed = new Set(
      signals.filter((_, index) => outcomes[index]!.status === 'rejected').map(({ subject }) => subject),
    );
    // What is no longer there, or has ended meanwhile, has nobody to be told.
    const done = entries.filter((entry) => !failed.has(subjectOf(entry))).map((entry) => entry.id);
    await runPrepared(em.fork(), DELETE_DONE, [done]);

    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure) {
      const waiting = entries.length - done.length;
      const left = entries.filter((entry) => !done.includes(entry.id)).map((entry) => entry.id);
      await runPrepared(em.fork(), LEAVE_FOR_LATER, [left]);
      log.warn({ err: failure.reason as unknown, entries: waiting }, 'Temporal did not take signals; they wait');
      return;
    }
    if (entries.length < BATCH) return;
  }
}

/** One signal, as a part of the trace in which its first entry was written. */
async function tell(
  { metrics, tracing }: DispatchOutboxDeps,
  { subject, send }: { subject: string; send: () => Promise<void> },
  entries: Entry[],
): Promise<void> {
  const traceparent = entries.find((entry) => entry.traceparent !== null && subjectOf(entry) === subject)?.traceparent;
  const [kind = ''] = subject.split(' ');
  try {
    await tracing.goOn(`signal ${kind}`, { kind: SpanKind.PRODUCER, traceparent }, send);
    metrics.signals.inc({ subject: kind, outcome: 'taken' });
  } catch (error) {
    metrics.signals.inc({ subject: kind, outcome: 'refused' });
    throw error;
  }
}

const DELETE_DONE = prepared('delete_outbox_entries', 'delete from outbox where id = any ($1::bigint[])');
const LEAVE_FOR_LATER = prepared(
  'leave_outbox_entries',
  `update outbox set claimable_at = now() + interval '${RETRY_SECONDS} seconds' where id = any ($1::bigint[])`,
);

interface Entry {
  id: number;
  invoiceId: number | null;
  deliveryId: number | null;
  subscriptionId: number | null;
  customerId: number | null;
  traceparent: string | null;
}

/**
 * By PostgreSQL's clock, as whoever wrote them: processes whose clocks differ lose no time. The column rounds to
 * milliseconds, and so does who compares, or an entry of this very moment would be passed over.
 */
const CLAIM = prepared(
  'claim_outbox_entries',
  `update outbox set claimable_at = now() + interval '${LEASE_SECONDS} seconds' where id in (
     select id from outbox where claimable_at <= now()::timestamptz(3) order by claimable_at, id limit ${BATCH} for no key update skip locked)
   returning id, invoice_id, delivery_id, subscription_id, customer_id, traceparent`,
);

type Column = 'id' | 'invoice_id' | 'delivery_id' | 'subscription_id' | 'customer_id' | 'traceparent';

async function claim(em: EntityManager): Promise<Entry[]> {
  const rows = await runPrepared<Record<Column, string | null>>(em.fork(), CLAIM, []);
  const toNumber = (text: string | null): number | null => (text === null ? null : Number(text));
  return rows.map((row) => ({
    id: Number(row.id),
    invoiceId: toNumber(row.invoice_id),
    deliveryId: toNumber(row.delivery_id),
    subscriptionId: toNumber(row.subscription_id),
    customerId: toNumber(row.customer_id),
    traceparent: row.traceparent,
  }));
}

/** One signal for each invoice, subscription, delivery or customer that the entries name, however often they name it. */
async function prepareSignals(
  em: EntityManager,
  client: Client,
  entries: Entry[],
): Promise<{ subject: string; send: () => Promise<void> }[]> {
  const invoiceIds = distinct(entries.map(({ invoiceId }) => invoiceId));
  const deliveryIds = distinct(entries.map(({ deliveryId }) => deliveryId));
  const news = invoiceIds.length > 0 ? await readInvoiceNews(em, invoiceIds) : [];
  const subscriptionIds = distinct(entries.map(({ subscriptionId }) => subscriptionId));
  const subscriptions = subscriptionIds.length > 0 ? await readSubscriptionNews(em, subscriptionIds) : [];
  const customerIds = distinct(entries.map(({ customerId }) => customerId));
  const erasures = customerIds.length > 0 ? await readErasureOrders(em, customerIds) : [];
  const orders = deliveryIds.length > 0 ? await readDeliveryOrders(em, deliveryIds) : [];
  return [
    ...news.map((item) => ({ subject: `invoice ${item.invoiceId}`, send: () => signalInvoice(client, item) })),
    ...subscriptions.map((item) => ({
      subject: `subscription ${item.subscriptionId}`,
      send: () => signalSubscription(client, item),
    })),
    ...orders.map(({ order, delivery }) => ({
      subject: `delivery ${order.deliveryId}`,
      send: () => signalDelivery(client, order, delivery),
    })),
    ...erasures.map((order) => ({ subject: `customer ${order.customerId}`, send: () => startErasure(client, order) })),
  ];
}

function subjectOf({ invoiceId, deliveryId, subscriptionId, customerId }: Entry): string {
  if (customerId !== null) return `customer ${customerId}`;
  if (invoiceId !== null) return `invoice ${invoiceId}`;
  return subscriptionId !== null ? `subscription ${subscriptionId}` : `delivery ${deliveryId}`;
}

function distinct(ids: (number | null)[]): number[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
