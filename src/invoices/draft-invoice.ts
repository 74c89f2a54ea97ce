import { randomBytes } from 'node:crypto';
import type { ReminderSchedule } from '../accounts/companies/reminder-schedule.ts';
import type { Company } from '../accounts/companies/company.entity.ts';
import { checkReturnUrl } from '../accounts/companies/return-addresses.ts';
import type { Coupon } from '../catalog/coupons/coupon.entity.ts';
import type { Store } from '../base/environment.ts';
import { amountsOf } from './amount-due.ts';
import type { Metadata } from '../base/metadata/metadata.ts';
import { quote, type Adjustment, type Discount } from '../banking/amounts.ts';
import { severalOf, type PaymentMethod } from '../banking/payment-method.ts';
import { checkDiscountEnd, checkTerms, chooseDueDate, chooseLateFees } from './check-terms.ts';
import { nextDeadlineAt } from './deadline.ts';
import { abandonmentAfter, instantsOf, storeToday } from './due-dates.ts';
import type { Invoice } from './invoice.entity.ts';
import { nextReminder } from './next-reminder.ts';
import { subtotalOf, type InvoiceLineInput, type Line } from './price-lines.ts';

export interface CreateInvoiceInput {
  customerId: number;
  products: InvoiceLineInput[];
  /** The method by which it is charged first. */
  paymentMethod: PaymentMethod;
  /** The methods among which the payer chooses, `paymentMethod` among them; left out or null: that alone. */
  paymentMethods?: readonly PaymentMethod[] | null;
  dueDate: string | null;
  installments: number;
  /** Left out or null: as the store's settings say, or until the due date. */
  pixExpirySeconds?: number | null;
  discount: Discount | null;
  /** The code of a coupon, which gives the discount. */
  couponCode?: string | null;
  /** A saved card of the customer, which is charged at once. */
  savedCardId?: number | null;
  /** Left out: no. */
  offersCardSaving?: boolean;
  /** Left out or null: the payer's page leads nowhere. */
  returnUrl?: string | null;
  /** Set where somebody buys at a link; `submission` is the payer's own key of that. */
  paymentLink?: { id: number; submission: string } | null;
  /** Left out, an invoice that falls due has those of the store's settings; null: none. */
  fine?: Adjustment | null;
  interest?: Adjustment | null;
  description: string | null;
  externalReference: string | null;
  metadata: Metadata;
}

export interface InvoiceTerms {
  store: Store;
  company: Company;
  terms: Omit<CreateInvoiceInput, 'products' | 'couponCode' | 'savedCardId'>;
  /** The coupon that gave `terms.discount`. */
  coupon: Pick<Coupon, 'id' | 'code'> | null;
  lines: Line[];
  /** How the store asks for money; null where it never chose to. */
  schedule: ReminderSchedule | null;
  /** The moment it is made, in the store's time. */
  at: Date;
}

/** An invoice as it begins, with its first event. */
export type InvoiceDraft = Omit<Invoice, 'id'>;

/** @throws ApiError 422 for terms that do not fit */
export function draftInvoice(
  { store, company, terms: input, coupon, lines, schedule, at: now }: InvoiceTerms,
  subscriptionId: number | null = null,
): InvoiceDraft {
  const today = storeToday(now, company);
  const dueDate = chooseDueDate(input, company, now);
  const lateFees = chooseLateFees({ ...input, dueDate }, company);
  const terms = { ...input, ...lateFees, dueDate, subtotalCents: subtotalOf(lines) };
  checkTerms(terms);
  checkReturnUrl(company, input.returnUrl);
  checkDiscountEnd(input.discount, today);
  const draft: InvoiceDraft = {
    companyId: store.companyId,
    environment: store.environment,
    customerId: input.customerId,
    subscriptionId,
    paymentMethod: input.paymentMethod,
    paymentMethods: severalOf(input),
    installments: input.installments,
    installmentInterest: company.installmentInterest,
    pixExpirySeconds: input.pixExpirySeconds ?? null,
    discount: input.discount,
    couponId: coupon?.id ?? null,
    couponCode: coupon?.code ?? null,
    offersCardSaving: input.offersCardSaving ?? false,
    returnUrl: input.returnUrl ?? null,
    paymentLinkId: input.paymentLink?.id ?? null,
    linkSubmission: input.paymentLink?.submission ?? null,
    ...lateFees,
    description: input.description,
    externalReference: input.externalReference,
    metadata: input.metadata,
    ...amountsOf(quote(terms, today)),
    ...instantsOf({ paymentMethod: input.paymentMethod, dueDate }, company),
    status: 'open',
    version: 1,
    eventSequence: 1,
    // 144 random bits: the address of the payer's page cannot be guessed or counted through.
    checkoutHash: randomBytes(18).toString('base64url'),
    amountPaidCents: 0,
    amountRefundedCents: 0,
    amountCreditedCents: 0,
    amountWrittenOffCents: 0,
    amountDisputedCents: 0,
    dueDate,
    pixExpiresAt: null,
    abandonmentAt: abandonmentAfter(now, { dueDate }, company),
    reminderStep: null,
    reminderAt: null,
    disputeDueAt: null,
    remindedUntil: null,
    remindersHeldAt: null,
    nextDeadlineAt: null,
    checkoutOpenedAt: null,
    checkoutStartedAt: null,
    lastActedAt: null,
    paidAt: null,
    createdAt: now,
    updatedAt: now,
  };
  Object.assign(draft, nextReminder(draft, schedule, company.timeZone));
  return { ...draft, nextDeadlineAt: nextDeadlineAt(draft) };
}
