import type { EntityManager } from '@mikro-orm/postgresql';
import type { Client } from '@temporalio/client';
import type { InvoiceNews } from '../invoices/invoice-news.ts';
import { readInvoiceNews } from '../invoices/read-invoice-news.ts';
import { readErasureOrders } from '../privacy/read-erasure-orders.ts';
import { readSubscriptionNews } from '../subscriptions/read-subscription-news.ts';
import { isUntried } from '../webhooks/first-attempt.ts';
import { readDeliveryOrders } from '../webhooks/order-delivery.ts';
import type { OutboxSubject } from '../base/outbox/outbox-entry.entity.ts';
import type { Entry } from './claim-entries.ts';
import {
  beginsHere,
  signalClock,
  signalDelivery,
  signalInvoice,
  signalSubscription,
  startErasure,
  type SignalOptions,
} from './signal-workflow.ts';

export interface Signal {
  send: () => Promise<void>;
  /** Whether this process begins a run, and makes its first tries, as far as is known. */
  isTriedHere: boolean;
}

/**
 * Reads the present state of the subjects of entries, as a signal for each: one statement for each kind, however many
 * subjects there are. A subject that is no longer there, or that has ended, has none.
 */
export async function prepareSignals(
  em: EntityManager,
  client: Client,
  { entries, ...options }: SignalOptions & { entries: readonly Entry[] },
): Promise<Map<string, Signal>> {
  const idsOf = (wanted: OutboxSubject): number[] => [
    ...new Set(entries.filter(({ kind }) => kind === wanted).map(({ subjectId }) => subjectId)),
  ];
  const read = async <T>(ids: number[], from: (em: EntityManager, ids: number[]) => Promise<T[]>): Promise<T[]> =>
    ids.length > 0 ? from(em, ids) : [];
  const news = await read(idsOf('invoice'), readInvoiceNews);
  const subscriptions = await read(idsOf('subscription'), readSubscriptionNews);
  const erasures = await read(idsOf('customer'), readErasureOrders);
  const orders = await read(idsOf('delivery'), readDeliveryOrders);
  return new Map<string, Signal>([
    ...news.map((one) =>
      signal(`invoice ${one.invoiceId}`, () => signalInvoice(client, one, options), isTriedHere(one, options)),
    ),
    ...subscriptions.map((one) =>
      signal(`subscription ${one.subscriptionId}`, () => signalSubscription(client, one, options)),
    ),
    ...orders.map(({ order, delivery }) =>
      signal(`delivery ${order.deliveryId}`, () => signalDelivery(client, order, delivery, options)),
    ),
    ...idsOf('clock').map((companyId) => signal(`clock ${companyId}`, () => signalClock(client, companyId))),
    ...erasures.map((order) => signal(`customer ${order.customerId}`, () => startErasure(client, order))),
  ]);
}

function isTriedHere(news: InvoiceNews, options: SignalOptions): boolean {
  const { chargeToRegister, deliveries } = news;
  return beginsHere(news, options) && (chargeToRegister !== null || deliveries.some(isUntried));
}

function signal(subject: string, send: Signal['send'], isTriedHere = false): [string, Signal] {
  return [subject, { send, isTriedHere }];
}
