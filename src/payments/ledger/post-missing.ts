import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../../accounts/companies/company.entity.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { overpaidCents } from '../../invoices/amount-due.ts';
import { Concession } from '../../invoices/concession.entity.ts';
import { Dispute } from '../../invoices/dispute.entity.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import { Invoice } from '../../invoices/invoice.entity.ts';
import type { LedgerDraft, TransactionKind } from '../../invoices/ledger/accounts.ts';
import {
  concessionDraft,
  disputeDraft,
  feeDraft,
  paymentDraft,
  recoveryDraft,
  refundDraft,
  reversalDraft,
  surplusDraft,
} from '../../invoices/ledger/drafts.ts';
import { LedgerEntry } from '../../invoices/ledger/ledger-entry.entity.ts';
import { LedgerTransaction } from '../../invoices/ledger/ledger-transaction.entity.ts';
import { postTransactions } from '../../invoices/ledger/post-transactions.ts';
import { Payment } from '../../invoices/payment.entity.ts';
import { Refund } from '../../invoices/refund.entity.ts';
import { heldCents } from '../disputes/note-dispute.ts';

/**
 * Posts what the ledger lacks of an invoice, each transaction with the moment of its cause. May be repeated: what is
 * posted is left as it is.
 *
 * The record says how much of the money is a surplus now, and not which refund gave how much of it back: such a refund
 * stays in the account of refunds.
 */
export function postMissing(em: EntityManager, invoiceId: number): Promise<void> {
  return inTransaction(em.fork(), async (tx) => {
    await tx.execute('select id from invoices where id = ? for no key update', [invoiceId]);
    const invoice = await tx.findOneOrFail(Invoice, invoiceId);
    const { companyId, environment } = invoice;
    const company = await tx.findOneOrFail(Company, companyId);
    const missing = await findMissing(tx, invoice, company);
    for (const { at, ...draft } of missing) {
      await postTransactions(tx, { store: { companyId, environment }, invoiceId, at, drafts: [draft] });
    }
    await postRest(tx, invoice, company);
  });
}

type DatedDraft = LedgerDraft & { at: Date };

async function findMissing(tx: EntityManager, invoice: Invoice, company: Company): Promise<DatedDraft[]> {
  const ofInvoice = { invoiceId: invoice.id };
  const order = { orderBy: { id: 'asc' as const } };
  const posted = await tx.find(LedgerTransaction, ofInvoice, order);
  const countOf = (kind: TransactionKind, { id }: { id: number }): number =>
    posted.filter((one) => one.kind === kind && one.sourceId === id).length;
  const drafts: DatedDraft[] = [];

  const payments = await tx.find(Payment, ofInvoice, order);
  const paymentById = new Map(payments.map((payment) => [payment.id, payment]));
  for (const payment of payments) {
    const today = storeToday(payment.paidAt, company);
    if (countOf('payment', payment) === 0) drafts.push({ ...paymentDraft(payment, company), at: payment.createdAt });
    if (payment.feeCents !== null && countOf('fee', payment) === 0) {
      drafts.push({
        ...feeDraft(payment, { feeBefore: 0, availableOn: payment.availableOn ?? today, paidOn: today }),
        at: payment.createdAt,
      });
    }
    if (payment.reversedAt !== null && countOf('payment_reversed', payment) === 0) {
      const { reversedAt: at } = payment;
      drafts.push({ ...reversalDraft(payment, storeToday(at, company)), at });
    }
  }
  for (const refund of await tx.find(Refund, ofInvoice, order)) {
    const isPosted = countOf('refund', refund) > countOf('refund_reversed', refund);
    if (isPosted === (refund.state === 'succeeded')) continue;
    const details = { payment: paymentById.get(refund.paymentId)!, today: storeToday(refund.updatedAt, company) };
    drafts.push({ ...refundDraft(isPosted ? 'refund_reversed' : 'refund', refund, details), at: refund.updatedAt });
  }
  for (const dispute of await tx.find(Dispute, ofInvoice, order)) {
    const held = await sumOf(
      tx,
      'disputes',
      posted.filter(({ kind, sourceId }) => kind === 'dispute' && sourceId === dispute.id),
    );
    const { gateway } = paymentById.get(dispute.paymentId)!;
    const movedCents = heldCents(dispute) - held;
    const today = storeToday(dispute.updatedAt, company);
    drafts.push({ ...disputeDraft(dispute, { gateway, movedCents, today }), at: dispute.updatedAt });
  }
  for (const concession of await tx.find(Concession, ofInvoice, order)) {
    if (countOf(concession.kind, concession) > 0) continue;
    const { createdAt: at } = concession;
    drafts.push({ ...concessionDraft(concession, storeToday(at, company)), at });
  }
  return drafts.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The surplus, and the part of a write-off that came all the same, follow from what the record says of the invoice. */
async function postRest(tx: EntityManager, invoice: Invoice, company: Company): Promise<void> {
  const { companyId, environment, id: invoiceId, updatedAt: at } = invoice;
  const today = storeToday(at, company);
  const posted = await tx.find(LedgerTransaction, { invoiceId });
  const movedCents = overpaidCents(invoice) + (await sumOf(tx, 'surplus', posted));
  const amountCents = (await sumOf(tx, 'write_offs', posted)) - invoice.amountWrittenOffCents;
  const drafts = [
    surplusDraft(invoice, { movedCents, goesBack: false, today }),
    recoveryDraft(invoice, { amountCents, today }),
  ];
  await postTransactions(tx, { store: { companyId, environment }, invoiceId, at, drafts });
}

/** The balance of an account in some transactions, in cents. */
async function sumOf(
  tx: EntityManager,
  account: LedgerEntry['account'],
  transactions: readonly LedgerTransaction[],
): Promise<number> {
  const ids = transactions.map(({ id }) => id);
  const entries = await tx.find(LedgerEntry, { account, transactionId: { $in: ids } });
  return entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
