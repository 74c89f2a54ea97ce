import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import { reader } from '../base/db/transaction.ts';
import type { EventType } from '../events/event-types.ts';
import { Event } from '../events/event.entity.ts';
import { PaymentAttempt } from './payment-attempt.entity.ts';
import { Payment } from './payment.entity.ts';
import { readRefundsUnderWay } from './refunds-under-way.ts';
import { Refund } from './refund.entity.ts';
import { WebhookDelivery } from '../webhooks/webhook-delivery.entity.ts';
import { refundableCents } from '../banking/amounts.ts';
import { findInvoice } from './find-invoice.ts';
import { InvoiceItem } from './invoice-item.entity.ts';
import type { Invoice } from './invoice.entity.ts';

/** An invoice told to many webhooks many times has more deliveries than a page should; these are the newest. */
export const MAX_DELIVERIES_SHOWN = 50;
/** The newest, as for deliveries: those of a page of the timeline are among them. */
export const MAX_REFUNDS_SHOWN = 100;

/** Everything that the record has about one invoice, but for its timeline. */
export interface InvoiceRecord {
  invoice: Invoice;
  customer: Customer;
  items: InvoiceItem[];
  attempts: PaymentAttempt[];
  /** Money that arrived, with what of it can still be given back, in cents. */
  payments: { payment: Payment; leftCents: number }[];
  /** The newest. */
  refunds: Refund[];
  deliveries: { delivery: WebhookDelivery; event: EventType }[];
}

/** @throws ApiError 404 when the store has no such invoice, also when another store or environment has it */
export async function readInvoiceRecord(
  em: EntityManager,
  { store, invoiceId }: { store: Store; invoiceId: number },
): Promise<InvoiceRecord> {
  const tx = reader(em);
  const invoice = await findInvoice(tx, { store, invoiceId });
  const customer = await tx.findOneOrFail(Customer, { id: invoice.customerId, ...store });
  const items = await tx.find(InvoiceItem, { invoiceId }, { orderBy: { position: 'asc' } });
  const attempts = await tx.find(PaymentAttempt, { invoiceId, ...store }, { orderBy: { number: 'asc' } });
  const payments = await tx.find(Payment, { invoiceId, ...store }, { orderBy: { id: 'asc' } });
  const newest = { orderBy: { id: 'desc' }, limit: MAX_REFUNDS_SHOWN } as const;
  const refunds = (await tx.find(Refund, { invoiceId, ...store }, newest)).reverse();
  const underWay = await readRefundsUnderWay(tx, invoiceId);
  const deliveries = await readDeliveries(tx, { store, invoiceId });
  return {
    invoice,
    customer,
    items,
    attempts,
    payments: payments.map((payment) => ({ payment, leftCents: leftOf(payment, underWay) })),
    refunds,
    deliveries,
  };
}

function leftOf(
  { id, amountCents, amountRefundedCents: refundedCents }: Payment,
  underWay: Map<number, number>,
): number {
  return refundableCents({ amountCents, refundedCents, pendingCents: underWay.get(id) ?? 0 });
}

async function readDeliveries(
  tx: EntityManager,
  { store, invoiceId }: { store: Store; invoiceId: number },
): Promise<InvoiceRecord['deliveries']> {
  const ofInvoice = { ...store, resourceType: 'invoice', resourceId: invoiceId };
  const newest = { limit: MAX_DELIVERIES_SHOWN, orderBy: { sequence: 'desc' } } as const;
  const events = await tx.find(Event, ofInvoice, { ...newest, fields: ['id', 'type'] });
  const typeOf = new Map(events.map(({ id, type }) => [id, type]));
  const deliveries = await tx.find(
    WebhookDelivery,
    { ...store, eventId: [...typeOf.keys()] },
    { orderBy: { id: 'desc' }, limit: MAX_DELIVERIES_SHOWN },
  );
  return deliveries.map((delivery) => ({ delivery, event: typeOf.get(delivery.eventId)! }));
}
