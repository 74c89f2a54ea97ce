import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../accounts/companies/company.entity.ts';
import { CompanyLogo } from '../accounts/companies/company-logo.entity.ts';
import { findPrintableLogo } from '../accounts/companies/find-logo.ts';
import { reader } from '../base/db/transaction.ts';
import { notFound, storeSuspended } from '../base/errors/errors.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import { findGatewayPdf, readBoletoDocument } from '../payments/read-boleto-document.ts';
import type { BoletoDocument } from '../banking/documents/render-boleto-pdf.ts';
import { chargeHasLapsed } from '../payments/lapsed-charge.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import type { Clock } from '../base/time/clock.ts';

/**
 * The boleto to print: the address of the gateway's own document, or what ours says.
 *
 * @throws ApiError 404 for a hash that nobody was given, an invoice without a boleto, or one that can no longer be
 *   paid; 403 `store_suspended`
 */
export async function readBoletoOfCheckout(
  { em, clock }: { em: EntityManager; clock: Clock },
  hash: string,
): Promise<{ pdfUrl: string } | { document: BoletoDocument; logo: Buffer | null }> {
  const tx = reader(em);
  const invoice = await tx.findOne(Invoice, { checkoutHash: hash });
  if (!invoice) throw notFound('checkout', 'with this address');
  const { companyId, environment, id: invoiceId } = invoice;
  const company = await tx.findOneOrFail(Company, companyId);
  if (company.suspendedAt && !invoice.paidAt)
    throw storeSuspended('This store cannot take payments now: ask the store.');
  const attempts = await tx.find(PaymentAttempt, { invoiceId }, { orderBy: { number: 'asc' } });
  if (chargeHasLapsed({ invoice, attempts, company, at: await clock.now(invoice) }))
    throw notFound('boleto', `of invoice ${invoiceId}`);
  const pdfUrl = await findGatewayPdf(tx, invoiceId);
  if (pdfUrl !== null) return { pdfUrl };
  const document = await readBoletoDocument({ em: tx }, { store: { companyId, environment }, invoiceId });
  return { document, logo: await findPrintableLogo(tx, companyId) };
}

/** The picture of the store whose invoice it is, or null. */
export async function readLogo(em: EntityManager, hash: string): Promise<CompanyLogo | null> {
  const tx = reader(em);
  const invoice = await tx.findOne(Invoice, { checkoutHash: hash }, { fields: ['companyId'] });
  return invoice && tx.findOne(CompanyLogo, { companyId: invoice.companyId });
}
