import { createHash } from 'node:crypto';
import { CompanyLogo } from '../accounts/companies/company-logo.entity.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import { reader } from '../base/db/transaction.ts';
import { subtotalOf } from '../invoices/price-lines.ts';
import { Mandate } from '../payments/mandates/mandate.entity.ts';
import { readLines } from '../subscriptions/read-lines.ts';
import { Subscription } from '../subscriptions/subscription.entity.ts';
import type { CheckoutView } from './checkout-view.ts';
import type { ReadCheckoutDeps } from './read-checkout.ts';

/** The page on which a payer agrees to debits. Nothing on it names the payer. */
export interface AuthorizationView extends Pick<CheckoutView, 'store' | 'isSandbox' | 'version' | 'timeZone'> {
  hash: string;
  state: 'preparing' | 'asking' | 'in_bank' | 'authorized' | 'ended';
  /** The amount of each debit as things are agreed now, and how often it is made. */
  terms: Pick<NonNullable<CheckoutView['renewal']>, 'amountCents' | 'interval' | 'intervalCount' | 'hasEnd'>;
  qrCode: string | null;
  expiresAt: Date;
}

/** Reads the data of the page behind a mandate's hash, or null for a hash that nobody was given. */
export async function readAuthorization(
  { em }: Pick<ReadCheckoutDeps, 'em'>,
  hash: string,
): Promise<AuthorizationView | null> {
  const tx = reader(em);
  const mandate = await tx.findOne(Mandate, { pageHash: hash });
  if (!mandate) return null;
  const company = await tx.findOneOrFail(Company, mandate.companyId);
  const logo = await tx.findOne(CompanyLogo, { companyId: company.id }, { fields: ['updatedAt'] });
  const subscription = await tx.findOneOrFail(Subscription, mandate.subscriptionId);
  const { interval, intervalCount, cycles, endDate, cancelAtPeriodEnd } = subscription;
  const view = {
    hash,
    store: {
      name: company.name,
      brandColor: company.brandColor,
      logoVersion: logo && String(logo.updatedAt.getTime()),
    },
    isSandbox: mandate.environment === 'sandbox',
    state: company.suspendedAt ? ('ended' as const) : stateOf(mandate),
    terms: {
      amountCents: subtotalOf(await readLines(tx, subscription.id)),
      ...{ interval, intervalCount, hasEnd: cycles !== null || endDate !== null || cancelAtPeriodEnd },
    },
    qrCode: mandate.status === 'pending' ? mandate.qrCode : null,
    expiresAt: mandate.requestEndsAt,
    timeZone: company.timeZone,
  };
  return { ...view, version: createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, 16) };
}

function stateOf({ status, journey }: Mandate): AuthorizationView['state'] {
  switch (status) {
    case 'requested':
      return 'preparing';
    case 'pending':
      return journey === 'bank_request' ? 'in_bank' : 'asking';
    case 'authorized':
      return 'authorized';
    default:
      return 'ended';
  }
}

/** Reads the store's picture of such a page; null for an unknown hash, or a store without a picture. */
export async function readLogoOfAuthorization(
  { em }: Pick<ReadCheckoutDeps, 'em'>,
  hash: string,
): Promise<CompanyLogo | null> {
  const tx = reader(em);
  const mandate = await tx.findOne(Mandate, { pageHash: hash }, { fields: ['companyId'] });
  return mandate && tx.findOne(CompanyLogo, { companyId: mandate.companyId });
}
