import { beneficiaryOf } from '../accounts/companies/beneficiary.ts';
import type { Company } from '../accounts/companies/company.entity.ts';
import { multiply, sum } from '../base/money/money.ts';
import { boletoBarcode, digitableLine } from '../banking/boleto/barcode.ts';
import { endOfDay } from '../invoices/due-dates.ts';
import { dynamicPixPayload } from '../banking/pix/br-code.ts';
import type { CheckoutView } from './checkout-view.ts';
import { receiverOf } from './receiver.ts';

/** `.invalid` is reserved (RFC 2606): no banking app finds a charge behind the sample's code. */
const SAMPLE_CHARGE = 'pix.sample.invalid/qr/v2/SAMPLE';

/** No bank has this number (FEBRABAN numbers them from 001). */
const SAMPLE_BANK = '000';
const SAMPLE_FREE_FIELD = '0'.repeat(25);

/** The names of the things that a store sells in the sample. */
export interface SampleWords {
  description: string;
  items: readonly string[];
}

/** The parts of an invoice that its payer sees before paying. */
export type SampleSale = Pick<
  CheckoutView,
  | ('method' | 'methods' | 'description' | 'items')
  | ('couponCode' | 'subtotalCents' | 'discountCents' | 'totalCents' | 'dueDate')
> & { installments: number };

const LINES = [
  { quantity: 2, unitPriceCents: 49_90 },
  { quantity: 1, unitPriceCents: 120_00 },
] as const;

/** A sale by Pix of nobody, for the store to see what its colour and name look like. */
export function sampleSale(words: SampleWords): SampleSale {
  const items = LINES.map((line, index) => ({
    name: words.items[index] ?? '',
    ...line,
    amountCents: multiply(line.unitPriceCents, line.quantity),
  }));
  const totalCents = sum(items.map(({ amountCents }) => amountCents));
  return {
    ...{ method: 'pix', methods: [], description: words.description },
    ...{ items, couponCode: null, installments: 1 },
    ...{ subtotalCents: totalCents, discountCents: 0, totalCents, dueDate: null },
  };
}

/** The payers' page of a sale, before there is an invoice: its Pix code and its boleto are samples. */
export function sampleCheckoutView({
  company,
  brand,
  isSandbox,
  sale: { installments, ...sale },
  now,
}: {
  company: Company;
  /** As they would be; `logoVersion` null for no logo. */
  brand: CheckoutView['store'];
  isSandbox: boolean;
  sale: SampleSale;
  now: Date;
}): CheckoutView {
  const { method, totalCents, dueDate } = sale;
  return {
    ...sale,
    hash: 'sample',
    store: brand,
    receiver: receiverOf(company),
    isSandbox,
    plays: null,
    chargedBy: method,
    status: method === 'card' ? 'open' : 'pending',
    state: method === 'card' ? 'card_form' : 'awaiting_payment',
    fineCents: 0,
    interestCents: 0,
    installmentInterestCents: 0,
    amountPaidCents: 0,
    amountCreditedCents: 0,
    amountRefundedCents: 0,
    amountDueCents: totalCents,
    overpaidCents: 0,
    paidAt: null,
    renewal: null,
    period: null,
    pix: method === 'pix' ? samplePix(company, { totalCents, dueDate, now }) : null,
    debitedOn: null,
    boleto: method === 'boleto' ? sampleBoleto(totalCents, dueDate!) : null,
    card: {
      ...{ maxInstallments: installments, installmentInterest: company.installmentInterest },
      ...{ brand: null, last4: null, nextActionUrl: null, entry: SAMPLE_ENTRY },
    },
    refusalReason: null,
    returnUrl: null,
    timeZone: company.timeZone,
    dayEndsAt: null,
    now,
    version: 'sample',
  };
}

/** The plain fields of a card: no module is loaded in a page that cannot be operated. */
const SAMPLE_ENTRY = {
  tokeniser: '',
  options: {},
  hasOwnFields: false,
  brands: ['visa', 'mastercard', 'elo', 'amex'],
  origins: { scripts: [], frames: [], connections: [] },
} satisfies CheckoutView['card']['entry'];

function samplePix(
  company: Company,
  { totalCents, dueDate, now }: { totalCents: number; dueDate: string | null; now: Date },
): CheckoutView['pix'] {
  const expiresAt = dueDate
    ? endOfDay(dueDate, company.timeZone)
    : new Date(now.getTime() + company.pixExpirySeconds * 1_000);
  return { qrCode: samplePixCode(company, totalCents), expiresAt, dueDate };
}

function sampleBoleto(amountCents: number, dueDate: string): CheckoutView['boleto'] {
  const barcode = boletoBarcode({ bank: SAMPLE_BANK, dueDate, amountCents, freeField: SAMPLE_FREE_FIELD });
  return { barcode, digitableLine: digitableLine(barcode), dueDate, isDrawnElsewhere: false };
}

function samplePixCode(company: Company, amountCents: number): string {
  const { name, city } = beneficiaryOf(company);
  return dynamicPixPayload({ url: SAMPLE_CHARGE, amountCents, merchantName: name, merchantCity: city });
}
