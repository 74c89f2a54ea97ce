import { beneficiaryOf } from '../accounts/companies/beneficiary.ts';
import type { Company } from '../accounts/companies/company.entity.ts';
import { multiply, sum } from '../base/money/money.ts';
import { dynamicPixPayload } from '../banking/pix/br-code.ts';
import type { CheckoutView } from './checkout-view.ts';

/** `.invalid` is reserved (RFC 2606): no banking app finds a charge behind the sample's code. */
const SAMPLE_CHARGE = 'pix.sample.invalid/qr/v2/SAMPLE';

/** The names of the things that a store sells in the sample. */
export interface SampleWords {
  description: string;
  items: readonly string[];
}

const LINES = [
  { quantity: 2, unitPriceCents: 49_90 },
  { quantity: 1, unitPriceCents: 120_00 },
] as const;

/**
 * A Pix charge of nobody, as the store's payers would see it: for the store to see what its colour and name look like.
 */
export function sampleCheckoutView({
  company,
  brand,
  isSandbox,
  words,
  now,
}: {
  company: Company;
  /** As they would be; `logoVersion` null for no logo. */
  brand: CheckoutView['store'];
  isSandbox: boolean;
  words: SampleWords;
  now: Date;
}): CheckoutView {
  const items = LINES.map((line, index) => ({
    name: words.items[index] ?? '',
    ...line,
    amountCents: multiply(line.unitPriceCents, line.quantity),
  }));
  const totalCents = sum(items.map(({ amountCents }) => amountCents));
  return {
    hash: 'sample',
    store: brand,
    isSandbox,
    status: 'pending',
    state: 'awaiting_payment',
    method: 'pix',
    description: words.description,
    items,
    subtotalCents: totalCents,
    discountCents: 0,
    fineCents: 0,
    interestCents: 0,
    totalCents,
    amountPaidCents: 0,
    amountCreditedCents: 0,
    amountRefundedCents: 0,
    amountDueCents: totalCents,
    overpaidCents: 0,
    dueDate: null,
    paidAt: null,
    renewal: null,
    period: null,
    pix: {
      qrCode: samplePixCode(company, totalCents),
      expiresAt: new Date(now.getTime() + company.pixExpirySeconds * 1_000),
      dueDate: null,
    },
    debitedOn: null,
    boleto: null,
    card: { maxInstallments: 1, brand: null, last4: null, nextActionUrl: null, entry: null },
    refusalReason: null,
    timeZone: company.timeZone,
    dayEndsAt: null,
    now,
    version: 'sample',
  };
}

function samplePixCode(company: Company, amountCents: number): string {
  const { name, city } = beneficiaryOf(company);
  return dynamicPixPayload({ url: SAMPLE_CHARGE, amountCents, merchantName: name, merchantCity: city });
}
