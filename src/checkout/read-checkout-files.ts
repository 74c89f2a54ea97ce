import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../companies/company.entity.ts';
import { CompanyLogo } from '../companies/company-logo.entity.ts';
import { reader } from '../db/transaction.ts';
import { notFound, storeSuspended } from '../errors/errors.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import { readBoletoDocument } from '../payments/artefacts/read-boleto-document.ts';
import type { BoletoDocument } from '../payments/artefacts/render-boleto-pdf.ts';

/** @throws ApiError 404 for a hash that nobody was given, or an invoice without a boleto; 403 `store_suspended` */
export async function readBoletoOfCheckout(em: EntityManager, hash: string): Promise<BoletoDocument> {
  const tx = reader(em);
  const invoice = await tx.findOne(Invoice, { checkoutHash: hash });
  if (!invoice) throw notFound('checkout', 'with this address');
  const { companyId, environment, id: invoiceId } = invoice;
  if ((await tx.findOneOrFail(Company, companyId)).suspendedAt && !invoice.paidAt)
    throw storeSuspended('This store cannot take payments now: ask the store.');
  return readBoletoDocument({ em: tx }, { store: { companyId, environment }, invoiceId });
}

/** The picture of the store whose invoice it is, or null. */
export async function readLogo(em: EntityManager, hash: string): Promise<CompanyLogo | null> {
  const tx = reader(em);
  const invoice = await tx.findOne(Invoice, { checkoutHash: hash }, { fields: ['companyId'] });
  return invoice && tx.findOne(CompanyLogo, { companyId: invoice.companyId });
}
