import type { EntityManager } from '@mikro-orm/postgresql';
import { beneficiaryOf } from '../accounts/companies/beneficiary.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import type { Store } from '../base/environment.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import { requireKnown, type KnownCustomer } from '../catalog/customers/erased.ts';
import { reader } from '../base/db/transaction.ts';
import { notFound } from '../base/errors/errors.ts';
import { addDays } from '../base/calendar/calendar-date.ts';
import { quoteOf } from '../invoices/amount-due.ts';
import { dueInstants, storeToday } from '../invoices/due-dates.ts';
import { findInvoice } from '../invoices/find-invoice.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';
import type { ChargeArtefacts } from '../gateways/payment-gateway.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import type { BoletoDocument } from '../banking/documents/boleto-document.ts';

/**
 * Reads the boleto in force of an invoice, as it is printed: that of its newest attempt by boleto.
 *
 * @throws ApiError 404 `invoice_not_found`; `boleto_not_found` when the invoice never had a boleto, its bank has not
 *   registered the newest yet, that one was refused or given up, so that nobody is handed one which no bank takes, or
 *   its payer was erased
 */
export async function readBoletoDocument(
  { em }: { em: EntityManager },
  { store, invoiceId }: { store: Store; invoiceId: number },
): Promise<BoletoDocument> {
  const tx = reader(em);
  const invoice = await findInvoice(tx, { store, invoiceId });
  const boleto = await findBoleto(tx, invoiceId);
  if (!boleto) throw notFound('boleto', `of invoice ${invoiceId}`);
  const company = await tx.findOneOrFail(Company, invoice.companyId);
  const customer = await tx.findOneOrFail(Customer, invoice.customerId);
  // On paper it names its payer.
  if (customer.erasedAt) throw notFound('boleto', `of invoice ${invoiceId}`);
  return describe(boleto, { invoice, company, customer: requireKnown(customer) });
}

/** Where the gateway has drawn the boleto in force itself, or null where the document is ours to draw. */
export async function findGatewayPdf(tx: EntityManager, invoiceId: number): Promise<string | null> {
  const pdfUrl = (await findBoleto(tx, invoiceId))?.artefacts.pdfUrl;
  return pdfUrl !== undefined && URL.parse(pdfUrl)?.protocol === 'https:' ? pdfUrl : null;
}

interface Boleto {
  attempt: PaymentAttempt;
  artefacts: ChargeArtefacts & { method: 'boleto' };
}

async function findBoleto(tx: EntityManager, invoiceId: number): Promise<Boleto | null> {
  const attempt = await tx.findOne(PaymentAttempt, { invoiceId, method: 'boleto' }, { orderBy: { number: 'desc' } });
  if (attempt?.artefacts?.method !== 'boleto') return null;
  return attempt.state === 'canceled' || attempt.state === 'refused' ? null : { attempt, artefacts: attempt.artefacts };
}

function describe(
  { attempt, artefacts }: Boleto,
  { invoice, company, customer }: { invoice: Invoice; company: Company; customer: KnownCustomer },
): BoletoDocument {
  const { barcode, ourNumber, dueDate, isFixed = false } = artefacts;
  const beneficiary = beneficiaryOf(company);
  const isTest = invoice.environment === 'sandbox';
  const madeOn = storeToday(attempt.createdAt, company);
  // As it was agreed: the store's settings may have changed since.
  const expiresAt = invoice.expiresAt ?? dueInstants(dueDate, company).expiresAt;
  return {
    barcode,
    ourNumber,
    documentNumber: String(invoice.id),
    dueDate,
    lastPaymentDate: isFixed ? dueDate : addDays(storeToday(expiresAt, company), -1),
    documentDate: storeToday(invoice.createdAt, company),
    processingDate: storeToday(attempt.registeredAt ?? attempt.createdAt, company),
    beneficiary: {
      name: beneficiary.name,
      document: beneficiary.document,
      // The sandbox's bank puts neither into its barcodes. A real gateway tells both when it registers a charge.
      account: isTest ? '0000 / 0000000-0' : null,
    },
    payer: { name: customer.name, document: customer.document, address: customer.address },
    wallet: isTest ? '00' : null,
    ...termsInWords(invoice, { madeOn, dueDate, isFixed }),
    description: invoice.description,
    isTest,
  };
}

/**
 * The discount as it was when the value was fixed; fine and interest, where the bank adds any, as on the first day
 * late.
 */
function termsInWords(
  invoice: Invoice,
  { madeOn, dueDate, isFixed }: { madeOn: string; dueDate: string; isFixed: boolean },
): Pick<BoletoDocument, 'discount' | 'fine' | 'interest'> {
  const { discount } = invoice;
  const { fine, interest } = isFixed ? { fine: null, interest: null } : invoice;
  const { discountCents } = quoteOf(invoice, madeOn);
  const late = quoteOf(invoice, addDays(dueDate, 1));
  return {
    discount: discount && discountCents > 0 ? { cents: discountCents, until: discount.until } : null,
    fine: fine && { terms: fine, cents: late.fineCents },
    interest: interest && { terms: interest, cents: late.interestCents },
  };
}
