import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { conflict, invalidFields } from '../../base/errors/errors.ts';
import { reader } from '../../base/db/transaction.ts';
import { formatDecimal, fromCents } from '../../base/money/money.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { GatewayRegistry } from '../../gateways/gateway-registry.ts';
import { isOwed, missingCents, netPaidCents } from '../../invoices/amount-due.ts';
import { replaceCharge } from '../../invoices/ask-for-rest.ts';
import { changeInvoice, type InvoiceChange } from '../../invoices/change-invoice.ts';
import { Concession, type ConcessionKind } from '../../invoices/concession.entity.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import { cancelPendingAttempts } from '../../invoices/end-attempt.ts';
import { findInvoice } from '../../invoices/find-invoice.ts';
import { concessionDraft } from '../../invoices/ledger/drafts.ts';
import { MAX_ATTEMPTS } from '../../invoices/new-attempt.ts';
import { settleCovered } from '../settle-covered.ts';

interface ConcessionDeps {
  em: EntityManager;
  clock: Clock;
  gateways: GatewayRegistry;
}

/** An invoice is credited this often at most, so that it stays small. */
export const MAX_CONCESSIONS = 100;

/**
 * The store asks for less than was agreed. A fresh charge asks for the rest; where money has come and nothing is left,
 * the invoice is paid.
 *
 * @throws ApiError 404; 409 `nothing_owed` where nobody is asked for money, `too_many_credit_notes` or
 *   `too_many_attempts`; 422 for all or more of what is due, as such an invoice is canceled or written off
 */
export async function grantCreditNote(
  { em, clock, gateways }: ConcessionDeps,
  { store, invoiceId, amountCents, reason }: { store: Store; invoiceId: number; amountCents: number; reason: string },
): Promise<Concession> {
  const { paymentMethod } = await findInvoice(reader(em), { store, invoiceId });
  const gateway = await gateways.forStore(em, store, paymentMethod);
  const at = await clock.now(store);
  return changeInvoice(em, { invoiceId, at, dispatch: 'outbox' }, async (change) => {
    const { invoice, company, apply, attempts, emit } = change;
    if (!isOwed(invoice)) {
      throw conflict('nothing_owed', `Invoice ${invoiceId} is ${invoice.status}: nobody is asked for its money.`);
    }
    const dueCents = missingCents(invoice, storeToday(at, company));
    const mostCents = netPaidCents(invoice) > 0 ? dueCents : dueCents - 1;
    if (amountCents > mostCents) {
      const remedy = `give at most ${formatDecimal(mostCents)}, or cancel the invoice, or write it off`;
      throw invalidFields([
        { field: 'amount', code: 'too_large', message: `amount leaves nothing to pay: ${remedy}.` },
      ]);
    }
    if (amountCents < dueCents && attempts.length >= MAX_ATTEMPTS) {
      const why = `Invoice ${invoiceId} was charged ${MAX_ATTEMPTS} times: cancel it and create another.`;
      throw conflict('too_many_attempts', why);
    }
    const concession = await write(change, { kind: 'credit_note', amountCents, reason });
    invoice.amountCreditedCents += amountCents;
    if (!settleCovered(change)) {
      apply('terms_changed');
      cancelPendingAttempts(attempts, at);
      if (gateway && !change.customer.erasedAt) replaceCharge(change, gateway.name);
      emit('invoice.updated', { changed: ['amount_credited'], amount_due: fromCents(dueCents - amountCents) });
    }
    return concession;
  });
}

/**
 * The store expects no more money: the claim leaves the books, the charge is taken back, and nobody is asked. Money
 * that comes all the same counts, and takes the write-off back.
 *
 * @throws ApiError 404; 409 `nothing_owed` for an invoice that is paid, or was given up before
 */
export async function writeOffInvoice(
  { em, clock }: Pick<ConcessionDeps, 'em' | 'clock'>,
  { store, invoiceId, reason }: { store: Store; invoiceId: number; reason: string },
): Promise<Concession> {
  await findInvoice(reader(em), { store, invoiceId });
  const at = await clock.now(store);
  return changeInvoice(em, { invoiceId, at, dispatch: 'outbox' }, async (change) => {
    const { invoice, company, attempts, apply, emit } = change;
    const amountCents = missingCents(invoice, storeToday(at, company));
    if (amountCents === 0 || !apply('canceled_by_store')) {
      throw conflict('nothing_owed', `Invoice ${invoiceId} is ${invoice.status}: there is nothing to write off.`);
    }
    const concession = await write(change, { kind: 'write_off', amountCents, reason });
    invoice.amountWrittenOffCents = amountCents;
    cancelPendingAttempts(attempts, at);
    emit('invoice.canceled', { amount_written_off: fromCents(amountCents) });
    return concession;
  });
}

async function write(
  { tx, invoice, company, at, post }: InvoiceChange,
  { kind, amountCents, reason }: { kind: ConcessionKind; amountCents: number; reason: string },
): Promise<Concession> {
  const { companyId, environment, id: invoiceId } = invoice;
  if ((await tx.count(Concession, { invoiceId })) >= MAX_CONCESSIONS) {
    const why = `Invoice ${invoiceId} has ${MAX_CONCESSIONS} credit notes: cancel it and create another.`;
    throw conflict('too_many_credit_notes', why);
  }
  const row = { companyId, environment, invoiceId, kind, amountCents, reason, createdAt: at };
  const concession = tx.create(Concession, row);
  await tx.flush();
  post(concessionDraft(concession, storeToday(at, company)));
  return concession;
}
