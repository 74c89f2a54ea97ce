import type { EntityManager } from '@mikro-orm/postgresql';
import type { CardToCharge } from './card-to-charge.ts';
import { METHODS } from '../banking/payment-method.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import { newAttempt, type PlannedDebit } from './new-attempt.ts';
import type { PaymentAttempt } from './payment-attempt.entity.ts';
import { draftInvoice, type InvoiceDraft, type InvoiceTerms } from './draft-invoice.ts';
import type { Invoice } from './invoice.entity.ts';
import type { Line } from './price-lines.ts';
import { takeInvoiceTurn, type InvoiceTurn } from './take-invoice-turn.ts';
import { writeNewInvoice } from './write-invoice.ts';

/** The subscription that makes an invoice. */
interface CycleOf {
  id: number;
  /** Set where the payer's bank debits it. */
  debit?: PlannedDebit | null;
}

export interface NewInvoice extends InvoiceTerms {
  /** The gateway that collects it. */
  gateway: string;
  /** The card that it is charged to at once; null: a payer submits one. */
  card?: CardToCharge | null;
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
  const { invoice } = await issueDraft(tx, { ...input, draft, customer, turn });
  return invoice;
}

/** Writes a drafted invoice, in its turn, with its first attempt. */
export async function issueDraft(
  tx: EntityManager,
  input: NewInvoice & { draft: InvoiceDraft; customer: Customer; turn: InvoiceTurn },
): Promise<IssuedInvoice> {
  const { company, customer, lines, draft, at, turn } = input;
  const invoice = { ...draft, id: turn.invoiceId };
  const attempt = firstAttempt(invoice, input);
  const attempts = attempt ? [{ ...attempt, id: turn.attemptId }] : [];
  await writeNewInvoice(tx, { invoice, lines, attempts, company, customer, at, turn });
  return { invoice, lines, attempts };
}

/** Pix and boleto are registered at once; a card when the payer submits it, or when one is on file. */
function firstAttempt(
  invoice: Invoice,
  { company, gateway, card = null, subscription, at }: NewInvoice,
): Omit<PaymentAttempt, 'id'> | null {
  if (METHODS[invoice.paymentMethod].takesCardToken && !card) return null;
  const debit = subscription?.debit ?? null;
  const { savedCardId = null } = card ?? {};
  const about = { invoice, company, number: 1, gateway, at, isOffSession: card !== null, savedCardId, debit };
  return { ...newAttempt(about), cardToken: card && card.sealFor(invoice.id) };
}
