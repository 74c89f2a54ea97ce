import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../companies/environment.ts';
import { reader } from '../db/transaction.ts';
import { Event } from '../events/event.entity.ts';
import { EVENTS } from '../events/event-types.ts';
import { fromCents } from '../money/money.ts';
import { PaymentAttempt } from '../payments/payment-attempt.entity.ts';
import { Refund } from '../refunds/refund.entity.ts';
import { WebhookDelivery } from '../webhooks/webhook-delivery.entity.ts';
import { nextDeadline, type DeadlineKind } from './deadline.ts';
import { findInvoice } from './find-invoice.ts';
import type { Invoice } from './invoice.entity.ts';

export interface TimelineEntry {
  at: Date;
  what: string;
  why: string;
  details: Record<string, unknown>;
}

export interface TimelineWait {
  what: string;
  at: Date | null;
  why: string;
}

export interface Timeline {
  data: TimelineEntry[];
  waits_for: TimelineWait[];
}

/** What happened to an invoice, when and why, and what it waits for next: five queries. @throws ApiError 404 */
export async function readTimeline(
  em: EntityManager,
  { store, invoiceId }: { store: Store; invoiceId: number },
): Promise<Timeline> {
  const tx = reader(em);
  const invoice = await findInvoice(tx, { store, invoiceId });
  const resource = { resourceType: 'invoice', resourceId: invoiceId };
  const events = await tx.find(Event, resource, { orderBy: { sequence: 'asc' } });
  const attempts = await tx.find(PaymentAttempt, { invoiceId }, { orderBy: { number: 'asc' } });
  const refunds = await tx.find(Refund, { invoiceId }, { orderBy: { id: 'asc' } });
  const pending = { ...resource, state: 'pending' as const };
  const deliveries = await tx.find(WebhookDelivery, pending, { orderBy: { nextAttemptAt: 'asc' } });
  const entries = [
    ...events.map(eventEntry),
    ...attempts.flatMap((attempt) => attemptEntries(attempt)),
    ...refunds.map(refundEntry),
  ];
  return {
    // The sort is stable: what happened in the same moment stays in the order of its kind.
    data: entries.sort((a, b) => a.at.getTime() - b.at.getTime()),
    waits_for: waitsFor({ invoice, attempts, refunds, deliveries }),
  };
}

function eventEntry(event: Event): TimelineEntry {
  const { sequence, data } = JSON.parse(event.body) as { sequence: number; data: Record<string, unknown> };
  const { status, previous_status, reason, changed, attempt_id, refund_id, amount, amount_overpaid, amount_due } = data;
  const details = { event_id: event.id, sequence, status, previous_status, reason, changed, attempt_id, refund_id };
  const { dispute_id, dispute_status, answer_until } = data;
  const amounts = { amount, amount_overpaid, amount_due, dispute_id, dispute_status, answer_until };
  const because = typeof reason === 'string' ? ` (${reason})` : '';
  return { at: event.createdAt, what: event.type, why: explain(event) + because, details: { ...details, ...amounts } };
}

function explain({ type }: Event): string {
  return EVENTS[type].replace(/\.$/, '');
}

/** What no event tells of an attempt. */
function attemptEntries({
  id,
  number,
  method,
  amountCents,
  createdAt,
  state,
  updatedAt,
}: PaymentAttempt): TimelineEntry[] {
  const details = { attempt_id: id, payment_method: method, amount: fromCents(amountCents) };
  const why = number === 1 ? 'A payment is asked for' : `A payment is asked for again, attempt ${number}`;
  const submitted = { at: createdAt, what: 'payment.submitted', why, details };
  if (state !== 'canceled') return [submitted];
  return [
    submitted,
    {
      at: updatedAt,
      what: 'payment.canceled',
      why: 'The charge was given up, and is canceled at the gateway',
      details,
    },
  ];
}

function refundEntry({ id, paymentId, amountCents, reason, createdAt }: Refund): TimelineEntry {
  const details = { refund_id: id, payment_id: paymentId, amount: fromCents(amountCents) };
  return { at: createdAt, what: 'refund.requested', why: reason ?? 'The store asked to give money back', details };
}

const DEADLINES: Record<DeadlineKind, string> = {
  pix_expired: 'The Pix code expires, and the invoice is then abandoned',
  abandonment_elapsed: 'The payer is waited for; the invoice is then abandoned',
  due_date_passed: 'The due date passes, and the boleto is then overdue',
  boleto_expired: 'The overdue boleto can still be paid; it then expires',
};

function waitsFor({
  invoice,
  attempts,
  refunds,
  deliveries,
}: {
  invoice: Invoice;
  attempts: PaymentAttempt[];
  refunds: Refund[];
  deliveries: WebhookDelivery[];
}): TimelineWait[] {
  const waits: TimelineWait[] = [];
  const deadline = nextDeadline(invoice);
  if (deadline) waits.push({ what: deadline.kind, at: new Date(deadline.at), why: DEADLINES[deadline.kind] });
  for (const { id, state, registeredAt, method } of attempts) {
    if (state !== 'pending') continue;
    waits.push(
      registeredAt
        ? { what: 'payment', at: null, why: `The gateway's word on ${method} attempt ${id}` }
        : { what: 'gateway_registration', at: null, why: `The gateway is to register ${method} attempt ${id}` },
    );
  }
  for (const { id } of refunds.filter(({ state }) => state === 'pending')) {
    waits.push({ what: 'refund', at: null, why: `The gateway's word on refund ${id}` });
  }
  const [next] = deliveries;
  if (next) {
    const why = `${deliveries.length} webhook ${deliveries.length === 1 ? 'delivery is' : 'deliveries are'} under way`;
    waits.push({ what: 'webhook_deliveries', at: next.nextAttemptAt, why });
  }
  return waits;
}
