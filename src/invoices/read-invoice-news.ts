import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import { Company } from '../companies/company.entity.ts';
import { Event } from '../events/event.entity.ts';
import { PaymentAttempt } from '../payments/payment-attempt.entity.ts';
import { Refund } from '../refunds/refund.entity.ts';
import { WebhookDelivery } from '../webhooks/webhook-delivery.entity.ts';
import { nextDeadline } from './deadline.ts';
import { orderDelivery } from '../webhooks/order-delivery.ts';
import type { DeliveryOrder, InvoiceNews } from './invoice-news.ts';
import { Invoice } from './invoice.entity.ts';

/** So many at once keep a signal under 20 kB, however much waits to be delivered. */
const MAX_DELIVERIES = 100;

/**
 * What the record says of some invoices and what is still due for them: six queries whatever their number, in one
 * snapshot, so that a version never comes with the work of another.
 */
export async function readInvoiceNews(em: EntityManager, invoiceIds: number[]): Promise<InvoiceNews[]> {
  return em.fork().transactional(
    async (tx) => {
      const invoices = await tx.find(Invoice, { id: invoiceIds });
      const companies = await tx.find(Company, { id: [...new Set(invoices.map((invoice) => invoice.companyId))] });
      const attempts = await tx.find(PaymentAttempt, { invoiceId: invoiceIds }, { orderBy: { number: 'asc' } });
      const deliveries = await tx.find(
        WebhookDelivery,
        // What is held for a paused endpoint is told of when it works again. The property holds the endpoint's id, and
        // filters as the relation that it is.
        {
          resourceType: 'invoice',
          resourceId: invoiceIds,
          state: 'pending',
          runsIn: 'invoice',
          endpointId: { pausedAt: null },
        } as FilterQuery<WebhookDelivery>,
        // Fresh ones first: an old one that is retried for hours must not keep them out of a full order.
        { orderBy: { attempts: 'asc', id: 'asc' } },
      );
      const events = await tx.find(
        Event,
        { id: [...new Set(deliveries.map((delivery) => delivery.eventId))] },
        { fields: ['id', 'type'] },
      );
      const refunds = await tx.find(Refund, { invoiceId: invoiceIds, state: 'pending', requestedAt: null });
      const eventTypes = new Map(events.map((event) => [event.id, event.type]));
      const companyById = new Map(companies.map((company) => [company.id, company]));

      return invoices.map((invoice) => ({
        invoiceId: invoice.id,
        companyId: invoice.companyId,
        environment: invoice.environment,
        version: invoice.version,
        status: invoice.status,
        paymentMethod: invoice.paymentMethod,
        ...chargeDuties(
          invoice,
          attempts.filter((attempt) => attempt.invoiceId === invoice.id),
        ),
        refundsToMake: refunds.filter((refund) => refund.invoiceId === invoice.id).map((refund) => refund.id),
        deadline: nextDeadline(invoice),
        ...deliveryDuties(
          deliveries.filter((delivery) => delivery.resourceId === invoice.id),
          (delivery) => orderDelivery(delivery, eventTypes.get(delivery.eventId)!, companyById.get(invoice.companyId)!),
        ),
      }));
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

function deliveryDuties(
  deliveries: WebhookDelivery[],
  order: (delivery: WebhookDelivery) => DeliveryOrder,
): Pick<InvoiceNews, 'deliveries' | 'hasMoreDeliveries'> {
  return {
    deliveries: deliveries.slice(0, MAX_DELIVERIES).map(order),
    hasMoreDeliveries: deliveries.length > MAX_DELIVERIES,
  };
}

function chargeDuties(
  invoice: Invoice,
  attempts: PaymentAttempt[],
): Pick<InvoiceNews, 'chargeToRegister' | 'chargesToCancel'> {
  const payable = invoice.status === 'open' || invoice.status === 'refused';
  const unregistered = attempts.find((attempt) => attempt.state === 'pending' && !attempt.registeredAt);
  return {
    chargeToRegister: (payable && unregistered?.id) || null,
    chargesToCancel: attempts
      .filter((attempt) => attempt.state === 'canceled' && attempt.registeredAt && !attempt.gatewayCanceledAt)
      .map((attempt) => attempt.id),
  };
}
