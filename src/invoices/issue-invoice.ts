import type { EntityManager } from '@mikro-orm/postgresql';
import { METHODS } from '../banking/payment-method.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import { insertInto, insertRows, insertUnseenInto } from '../base/db/entity-rows.ts';
import { EVENT_TABLES, renderEvents } from '../webhooks/record-events.ts';
import { draftAttempt } from './new-attempt.ts';
import { PaymentAttempt } from './payment-attempt.entity.ts';
import { currentTraceparent } from '../base/telemetry/scope.ts';
import { OutboxEntry } from '../base/outbox/outbox-entry.entity.ts';
import { draftInvoice, type InvoiceDraft, type InvoiceTerms } from './draft-invoice.ts';
import { InvoiceItem } from './invoice-item.entity.ts';
import { Invoice } from './invoice.entity.ts';
import { eventData } from './present-event-data.ts';
import { itemsOf, type Line } from './price-lines.ts';
import { takeInvoiceTurn, type InvoiceTurn } from './take-invoice-turn.ts';

/** The subscription that makes an invoice, and the card that it is charged to at once, if it has one on file. */
interface CycleOf {
  id: number;
  sealCardToken: ((invoiceId: number) => string) | null;
}

export interface NewInvoice extends InvoiceTerms {
  /** The gateway that collects it. */
  gateway: string;
  subscription?: CycleOf;
}

/** An invoice as it was written, with its first attempt, unless that waits for the payer. */
export interface IssuedInvoice {
  invoice: Invoice;
  lines: Line[];
  attempts: PaymentAttempt[];
}

/**
 * Makes an invoice with its `invoice.created` event, in the caller's transaction. The function waits for neither
 * Temporal nor a gateway: the outbox entry starts the workflow, which registers the charge.
 *
 * @throws ApiError 422 for terms that do not fit
 */
export async function issueInvoice(tx: EntityManager, input: NewInvoice): Promise<Invoice> {
  const draft = draftInvoice(input, input.subscription?.id ?? null);
  const customer = await tx.findOneOrFail(Customer, input.terms.customerId);
  // A subscription may be as new as its first invoice.
  await tx.flush();
  const turn = await takeInvoiceTurn(tx, input.store);
  const { invoice } = await writeInvoice(tx, { ...input, draft, customer, turn });
  return invoice;
}

const TABLES = {
  invoices: insertInto(Invoice),
  // The invoice that they belong to is not to be seen before the statement ends.
  items: insertUnseenInto(InvoiceItem, 'id'),
  attempts: insertInto(PaymentAttempt, 'id'),
  ...EVENT_TABLES,
  outbox: insertUnseenInto(
    OutboxEntry,
    ...(['id', 'claimableAt', 'createdAt', 'isBulk', 'tries', 'revision', 'refusal'] as const),
  ),
};

const insertInvoice = insertRows('insert_invoice', TABLES);

/** Writes all that there is of a new invoice in one statement, in its turn. */
export async function writeInvoice(
  tx: EntityManager,
  input: NewInvoice & { draft: InvoiceDraft; customer: Customer; turn: InvoiceTurn },
): Promise<IssuedInvoice> {
  const { store, company, customer, lines, draft, at } = input;
  const { invoiceId, eventId, subscribers } = input.turn;
  const invoice = { ...draft, id: invoiceId };
  const data = eventData({ invoice, company, customer, previousStatus: null });
  const attempt = firstAttempt(invoice, input);
  const written = await insertInvoice(tx, {
    invoices: [invoice],
    items: itemsOf(invoiceId, lines),
    attempts: attempt ? [attempt] : [],
    ...renderEvents({
      store,
      resource: { type: 'invoice', id: invoiceId },
      drafts: [{ type: 'invoice.created', sequence: invoice.eventSequence, data }],
      at,
      ids: [eventId],
      subscribers,
    }),
    outbox: [
      {
        ...{ invoiceId, deliveryId: null, subscriptionId: null, customerId: null, ...store },
        traceparent: currentTraceparent(),
      },
    ],
  });
  return { invoice, lines, attempts: attempt ? [{ ...attempt, id: written.attempts[0]! }] : [] };
}

/** Pix and boleto are registered at once; a card when the payer submits it, or when one is on file. */
function firstAttempt(
  invoice: Invoice,
  { company, gateway, subscription, at }: NewInvoice,
): Omit<PaymentAttempt, 'id'> | null {
  const sealCardToken = subscription?.sealCardToken;
  if (METHODS[invoice.paymentMethod].takesCardToken && !sealCardToken) return null;
  const attempt = draftAttempt({ invoice, company, number: 1, gateway, at, isOffSession: Boolean(sealCardToken) });
  return sealCardToken ? { ...attempt, cardToken: sealCardToken(invoice.id) } : attempt;
}
