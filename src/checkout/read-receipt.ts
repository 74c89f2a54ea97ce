import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../accounts/companies/company.entity.ts';
import { findPrintableLogo } from '../accounts/companies/find-logo.ts';
import { reader } from '../base/db/transaction.ts';
import { notFound } from '../base/errors/errors.ts';
import type { ReceivedBy } from '../banking/payment-method.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import { InvoiceItem } from '../invoices/invoice-item.entity.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import { Payment } from '../invoices/payment.entity.ts';
import type { CheckoutView } from './checkout-view.ts';
import { receiverOf } from './receiver.ts';

/** The facts of a receipt. As the page of the payer, it has no name and no document of the payer. */
export interface ReceiptView {
  invoiceId: number;
  isSandbox: boolean;
  store: { name: string; brandColor: string | null; logo: Buffer | null };
  receiver: CheckoutView['receiver'];
  description: string | null;
  items: { name: string; quantity: number }[];
  amountPaidCents: number;
  amountRefundedCents: number;
  /** The part of the money that paying in parts cost. */
  installmentInterestCents: number;
  /** The oldest first; those that the store took back are left out. */
  payments: {
    id: number;
    method: ReceivedBy;
    amountCents: number;
    paidAt: Date;
    /** The number by which all banks know a Pix. */
    endToEndId: string | null;
    card: { brand: string; last4: string | null; installments: number } | null;
  }[];
  paidAt: Date;
  timeZone: string;
}

/** @throws ApiError 404 for a hash that nobody was given, and for an invoice that is not paid */
export async function readReceipt(em: EntityManager, hash: string): Promise<ReceiptView> {
  const tx = reader(em);
  const invoice = await tx.findOne(Invoice, { checkoutHash: hash });
  if (!invoice) throw notFound('checkout', 'with this address');
  const { id: invoiceId, paidAt } = invoice;
  if (!paidAt) throw notFound('receipt', `of invoice ${invoiceId}`);
  const company = await tx.findOneOrFail(Company, invoice.companyId);
  const items = await tx.find(InvoiceItem, { invoiceId }, { orderBy: { position: 'asc' } });
  const attempts = await tx.find(PaymentAttempt, { invoiceId });
  const payments = await tx.find(Payment, { invoiceId, reversedAt: null }, { orderBy: { id: 'asc' } });
  const cardOf = (attemptId: number | null) => {
    const artefacts = attempts.find(({ id }) => id === attemptId)?.artefacts;
    const installments = attempts.find(({ id }) => id === attemptId)?.installments ?? 1;
    return artefacts?.method === 'card' ? { brand: artefacts.brand, last4: artefacts.last4, installments } : null;
  };
  return {
    invoiceId,
    isSandbox: invoice.environment === 'sandbox',
    store: {
      ...{ name: company.name, brandColor: company.brandColor },
      logo: await findPrintableLogo(tx, company.id),
    },
    receiver: receiverOf(company),
    description: invoice.description,
    items: items.map(({ name, quantity }) => ({ name, quantity })),
    amountPaidCents: invoice.amountPaidCents,
    amountRefundedCents: invoice.amountRefundedCents,
    installmentInterestCents: invoice.installmentInterestCents,
    payments: payments.map(({ id, method, amountCents, paidAt: at, endToEndId, attemptId }) => ({
      ...{ id, method, amountCents, paidAt: at, endToEndId, card: cardOf(attemptId) },
    })),
    paidAt,
    timeZone: company.timeZone,
  };
}
