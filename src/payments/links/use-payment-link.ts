import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../../accounts/companies/company.entity.ts';
import { mayReturnTo } from '../../accounts/companies/return-addresses.ts';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { conflict, storeSuspended } from '../../base/errors/errors.ts';
import type { Clock } from '../../base/time/clock.ts';
import { lockCoupon } from '../../catalog/coupons/redeem-coupon.ts';
import { createCustomer } from '../../catalog/customers/create-customer.ts';
import { Customer } from '../../catalog/customers/customer.entity.ts';
import type { GatewayRegistry } from '../../gateways/gateway-registry.ts';
import { createInvoice } from '../../invoices/create-invoice.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import { Invoice } from '../../invoices/invoice.entity.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../invoices/state-machine.ts';
import { PaymentLink } from './payment-link.entity.ts';

/** A payer as the page asks for them. */
export interface LinkPayer {
  name: string;
  email: string;
  /** CPF or CNPJ without punctuation. */
  document: string;
}

export interface LinkSubmission {
  hash: string;
  payer: LinkPayer;
  couponCode: string | null;
  /** The payer's own key of it: pressed twice, it makes one invoice. */
  submission: string;
}

/** Nothing more comes of these, unless money arrives all the same. */
const RUN_OUT: readonly InvoiceStatus[] = ['canceled', 'abandoned', 'expired', 'refunded'];
export const COUNTED_STATUSES = INVOICE_STATUSES.filter((status) => !RUN_OUT.includes(status));

/** Whether somebody can buy at a link: `over` after its last day or its last invoice, and once it is archived. */
export async function isOpen(tx: EntityManager, link: PaymentLink, today: string): Promise<boolean> {
  const { id: paymentLinkId, active, validUntil, maxInvoices } = link;
  if (!active || (validUntil !== null && validUntil < today)) return false;
  if (maxInvoices === null) return true;
  return (await tx.count(Invoice, { paymentLinkId, status: { $in: [...COUNTED_STATUSES] } })) < maxInvoices;
}

/**
 * Somebody buys at a link: the payer becomes a customer of the store, or is the customer with the same e-mail and
 * document, and gets an invoice. The link is locked, so that no more of it are sold than there are.
 *
 * @returns null for a hash that nobody was given
 * @throws ApiError 403 `store_suspended`; 409 `payment_link_over`; as `createInvoice`
 */
export async function usePaymentLink(
  deps: { em: EntityManager; clock: Clock; gateways: GatewayRegistry; secrets: SecretBox },
  { hash, payer, couponCode, submission }: LinkSubmission,
): Promise<Invoice | null> {
  return inTransaction(deps.em, async (tx) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const link = await tx.findOne(PaymentLink, { hash }, lock);
    if (!link) return null;
    const { id: paymentLinkId, companyId, environment } = link;
    const known = await tx.findOne(Invoice, { paymentLinkId, linkSubmission: submission });
    if (known) return known;
    const company = await tx.findOneOrFail(Company, companyId);
    if (company.suspendedAt) throw storeSuspended('This store cannot take payments now: ask the store.');
    const store = { companyId, environment };
    const today = storeToday(await deps.clock.now(store), company);
    if (!(await isOpen(tx, link, today))) {
      throw conflict('payment_link_over', `Payment link ${paymentLinkId} is over: nobody can buy there any more.`);
    }
    const code = link.acceptsCoupons ? couponCode : null;
    // Before the turn that a new customer takes: docs/decisions/0024-order-of-locks.md.
    if (code !== null) await lockCoupon(tx, { store, code });
    const customerId = await customerOf({ ...deps, em: tx }, store, payer);
    const { invoice } = await createInvoice(
      { ...deps, em: tx },
      {
        store,
        input: {
          customerId,
          products: link.products,
          paymentMethod: link.paymentMethod,
          paymentMethods: link.paymentMethods,
          dueDate: null,
          installments: link.installments,
          discount: null,
          couponCode: code,
          paymentLink: { id: paymentLinkId, submission },
          // Nobody is kept from buying because the store has taken the site back since.
          returnUrl: link.returnUrl !== null && mayReturnTo(company, link.returnUrl) ? link.returnUrl : null,
          description: link.name,
          externalReference: null,
          metadata: link.metadata,
        },
      },
    );
    return invoice;
  });
}

/** Nothing of a customer who is there is changed by whoever knows their e-mail and document. */
async function customerOf(
  deps: { em: EntityManager; clock: Clock },
  store: { companyId: number; environment: PaymentLink['environment'] },
  payer: LinkPayer,
): Promise<number> {
  const { email, document } = payer;
  const same = { ...store, email, document, active: true };
  const known = await deps.em.findOne(Customer, same, { orderBy: { id: 'desc' } });
  if (known) return known.id;
  const rest = { phone: null, address: null, external_reference: null, language: null, metadata: {} };
  return (await createCustomer(deps, { store, input: { ...payer, ...rest } })).id;
}
