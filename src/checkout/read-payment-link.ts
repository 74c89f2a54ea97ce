import type { EntityManager } from '@mikro-orm/postgresql';
import { CompanyLogo } from '../accounts/companies/company-logo.entity.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import { reader } from '../base/db/transaction.ts';
import type { Clock } from '../base/time/clock.ts';
import { methodsOf, type PaymentMethod } from '../banking/payment-method.ts';
import { multiply } from '../base/money/money.ts';
import { storeToday } from '../invoices/due-dates.ts';
import { findProducts, priceLines, subtotalOf } from '../invoices/price-lines.ts';
import { PaymentLink } from '../payments/links/payment-link.entity.ts';
import { isOpen } from '../payments/links/use-payment-link.ts';
import type { CheckoutView } from './checkout-view.ts';
import { receiverOf } from './receiver.ts';

/** The data of the page at which anybody buys. */
export interface PaymentLinkView extends Pick<CheckoutView, 'store' | 'receiver' | 'isSandbox' | 'items'> {
  hash: string;
  /** `over`: nobody can buy here any more, or a product of it is not sold now. */
  state: 'open' | 'over' | 'suspended';
  name: string;
  description: string | null;
  totalCents: number;
  methods: readonly PaymentMethod[];
  acceptsCoupons: boolean;
}

/** Reads the data of the page behind a link's hash, or null for a hash that nobody was given. */
export async function readPaymentLink(
  { em, clock }: { em: EntityManager; clock: Clock },
  hash: string,
): Promise<PaymentLinkView | null> {
  const tx = reader(em);
  const link = await tx.findOne(PaymentLink, { hash });
  if (!link) return null;
  const { companyId, environment, products } = link;
  const store = { companyId, environment };
  const company = await tx.findOneOrFail(Company, companyId);
  const logo = await tx.findOne(CompanyLogo, { companyId }, { fields: ['updatedAt'] });
  const lines = priceLines(await findProducts(tx, { store, lines: products }), products, []);
  const today = storeToday(await clock.now(store), company);
  const isSold = lines.length === products.length && (await isOpen(tx, link, today));
  return {
    hash,
    store: {
      name: company.name,
      brandColor: company.brandColor,
      logoVersion: logo && String(logo.updatedAt.getTime()),
    },
    receiver: receiverOf(company),
    isSandbox: environment === 'sandbox',
    state: company.suspendedAt ? 'suspended' : isSold ? 'open' : 'over',
    name: link.name,
    description: link.description,
    items: lines.map(({ name, quantity, unitPriceCents }) => ({
      ...{ name, quantity, unitPriceCents },
      amountCents: multiply(unitPriceCents, quantity),
    })),
    totalCents: subtotalOf(lines),
    methods: methodsOf(link),
    acceptsCoupons: link.acceptsCoupons,
  };
}

/** The picture of the store whose link it is; null for an unknown hash, or a store without a picture. */
export async function readLogoOfLink(em: EntityManager, hash: string): Promise<CompanyLogo | null> {
  const tx = reader(em);
  const link = await tx.findOne(PaymentLink, { hash }, { fields: ['companyId'] });
  return link && tx.findOne(CompanyLogo, { companyId: link.companyId });
}
