import { DateTime } from 'luxon';
import { addDays, nextBusinessDay } from '../base/calendar/business-day.ts';
import { invalidFields, type FieldError } from '../base/errors/errors.ts';
import type { Customer } from '../catalog/customers/customer.entity.ts';
import type { CollectingGateway } from '../gateways/gateway-registry.ts';
import type { SubscriptionMethod } from '../banking/payment-method.ts';
import type { MandateFrequency, MandateJourney, PayerAccount } from '../gateways/mandate.ts';
import type { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import type { PlannedDebit } from '../invoices/new-attempt.ts';
import type { Mandate } from '../payments/mandates/mandate.entity.ts';
import type { BillingClock } from './billing-time.ts';
import type { SubscriptionInterval } from './schedule.ts';

/** The payer's bank wants to know of a debit from 10 days before its day (Central Bank, Pix Automático)… */
export const MOST_DAYS_BEFORE_DEBIT = 10;
/** … and until 2 days before it. */
export const FEWEST_DAYS_BEFORE_DEBIT = 2;
/** `PERMITE_3R_7D`: a debit that failed is tried 3 times more, within 7 days. */
const MOST_RETRIES = 3;
const RETRY_DAYS = 7;

/** The hour by which a bank has made its debits of a day: it tries in the night and once more in the evening. */
const ASK_AT = '22:00';
/** A bank that says nothing of a debit for so long after its day is asked no more. */
const ASK_DAYS = 10;

const FREQUENCIES: Readonly<Record<string, MandateFrequency>> = {
  '1 week': 'week',
  '1 month': 'month',
  '3 month': 'quarter',
  '6 month': 'half_year',
  '12 month': 'year',
  '1 year': 'year',
};

/** The wish of a store for a payer's agreement. */
export interface MandateWish {
  /** Null: the code that pays the first charge too where that is due now, and else the code that authorises alone. */
  journey: MandateJourney | null;
  /** Set for `bank_request`. */
  payerAccount: PayerAccount | null;
}

interface Rhythm {
  interval: SubscriptionInterval;
  intervalCount: number;
}

/** @throws RangeError for a rhythm that `checkMandateTerms` refuses */
export function frequencyOf({ interval, intervalCount }: Rhythm): MandateFrequency {
  const frequency = FREQUENCIES[`${intervalCount} ${interval}`];
  if (!frequency) throw new RangeError('No bank debits in this rhythm.');
  return frequency;
}

/** @throws ApiError 422 naming each term that a bank does not debit by */
export function checkMandateTerms({
  gateway,
  customer,
  terms,
}: {
  gateway: CollectingGateway;
  customer: Pick<Customer, 'document'>;
  terms: Rhythm & { daysBeforeDue: number | null };
}): void {
  const errors: FieldError[] = [];
  if (!gateway.takesMandates) {
    const message =
      'payment_method pix_automatic is not possible: the store’s gateway for Pix makes no debits. Give it the account that receives them in the panel, or choose another method.';
    errors.push({ field: 'payment_method', code: 'method_not_available', message });
  }
  if (!FREQUENCIES[`${terms.intervalCount} ${terms.interval}`]) {
    const message =
      'interval_count must make a week, a month, a quarter, half a year or a year: banks debit in no other rhythm.';
    errors.push({ field: 'interval_count', code: 'rhythm_not_possible', message });
  }
  const { daysBeforeDue: days } = terms;
  if (days !== null && (days < FEWEST_DAYS_BEFORE_DEBIT || days > MOST_DAYS_BEFORE_DEBIT)) {
    const message = `days_before_due must be from ${FEWEST_DAYS_BEFORE_DEBIT} to ${MOST_DAYS_BEFORE_DEBIT} for pix_automatic: the payer’s bank announces each debit.`;
    errors.push({ field: 'days_before_due', code: 'out_of_range', message });
  }
  if (customer.document === null) {
    const message =
      'customer_id is of a customer without a CPF or CNPJ, which the payer’s bank asks for: add the document.';
    errors.push({ field: 'customer_id', code: 'document_required', message });
  }
  if (errors.length > 0) throw invalidFields(errors);
}

/** Where a request has its wish: `authorization.` within a subscription; empty where the wish is the whole body. */
export type WishPath = 'authorization.' | '';

/** @throws ApiError 422 for a wish that does not fit the method, or itself */
export function checkAuthorization({
  paymentMethod,
  authorization,
  path = 'authorization.',
}: {
  paymentMethod: SubscriptionMethod;
  authorization: MandateWish | null;
  path?: WishPath;
}): void {
  if (!authorization) return;
  const refuse = (field: string, code: string, message: string) => invalidFields([{ field, code, message }]);
  if (paymentMethod !== 'pix_automatic') {
    const message = 'authorization is only for subscriptions that are paid by pix_automatic.';
    throw refuse('authorization', 'not_allowed', message);
  }
  const { journey, payerAccount } = authorization;
  const field = `${path}payer_account`;
  if (journey === 'bank_request' && !payerAccount) {
    const message = `${field} is required for bank_request: the payer’s bank is asked about it.`;
    throw refuse(field, 'required', message);
  }
  if (journey !== 'bank_request' && payerAccount) {
    const message = `${field} is only for the journey bank_request: leave it out.`;
    throw refuse(field, 'not_allowed', message);
  }
}

/** @param hasCharge a charge that the payer can pay at once */
export function journeyOf(
  { journey }: MandateWish,
  { hasCharge, path = 'authorization.' }: { hasCharge: boolean; path?: WishPath },
): MandateJourney {
  if (journey === 'first_payment' && !hasCharge) {
    const field = `${path}journey`;
    const message = `${field} first_payment pays a charge too, and none is due now: choose qr_code, or leave it out.`;
    throw invalidFields([{ field, code: 'nothing_due', message }]);
  }
  return journey ?? (hasCharge ? 'first_payment' : 'qr_code');
}

/** The mandate by which the next charge can be debited, at the gateway that collects now. */
export function authorizedMandate(mandates: Mandate[], gateway: string): Mandate | null {
  return mandates.find((one) => one.status === 'authorized' && one.isSettled && one.gateway === gateway) ?? null;
}

/** The first debit of an invoice. @param dueDate of the invoice */
export function firstDebit({ id: mandateId }: Mandate, dueDate: string): PlannedDebit {
  return { mandateId, settlesOn: nextBusinessDay(dueDate), retriesAttemptId: null };
}

/**
 * The next debit of an invoice whose charge failed; null where the bank takes none any more, and the payer is asked to
 * pay by a code. A debit that is tried again is asked for a day before.
 *
 * @param today of the store
 */
export function nextDebit(mandate: Mandate, attempts: PaymentAttempt[], today: string): PlannedDebit | null {
  const ofMandate = attempts.filter(({ mandateId }) => mandateId === mandate.id);
  const first = ofMandate.find(({ retriesAttemptId }) => retriesAttemptId === null);
  if (!first) return firstDebit(mandate, addDays(today, FEWEST_DAYS_BEFORE_DEBIT));
  const settlesOn = nextBusinessDay(addDays(today, 1));
  const isPossible =
    mandate.mayRetry &&
    first.gatewayChargeId !== null &&
    ofMandate.length <= MOST_RETRIES &&
    settlesOn <= addDays(first.settlesOn!, RETRY_DAYS);
  return isPossible ? { mandateId: mandate.id, settlesOn, retriesAttemptId: first.id } : null;
}

/** When the bank is asked what became of a debit of a day. */
export function debitAskedAt(settlesOn: string, { timeZone }: Pick<BillingClock, 'timeZone'>): Date {
  return DateTime.fromISO(`${settlesOn}T${ASK_AT}`, { zone: timeZone }).toJSDate();
}

/** When it is asked next, after it has not said; null: no more. */
export function debitAskedNext(settlesOn: string, today: string, company: Pick<BillingClock, 'timeZone'>): Date | null {
  const next = addDays(today, 1);
  return next > addDays(settlesOn, ASK_DAYS) ? null : debitAskedAt(next, company);
}
