import { fromCents, multiply, type Cents } from '../base/money/money.ts';

/** The most monthly parts of a card payment. */
export const MAX_INSTALLMENTS = 12;
/** A store that typed more has most likely left out a decimal mark: millionths, 15 % a month. */
export const MAX_MONTHLY_PPM = 150_000;

/** A store's table: so many parts cost nothing, and more cost interest by the month (Tabela Price). */
export interface InstallmentInterest {
  /** From 1 to {@link MAX_INSTALLMENTS}. */
  freeUpTo: number;
  /** In millionths: 2.49 % is 24,900. Over 0, up to {@link MAX_MONTHLY_PPM}. */
  monthlyPpm: number;
}

/** A card payment in `count` equal monthly parts, as its payer sees it before agreeing. */
export interface InstallmentPlan {
  count: number;
  /** Each part; without interest rounded to the cent, as the card's bank divides the total. */
  paymentCents: Cents;
  /** The part of `totalCents` that is interest. */
  interestCents: Cents;
  totalCents: Cents;
  /** In millionths; 0 without interest. */
  monthlyPpm: number;
  /**
   * The effective annual cost (CET, Resolution CMN 4.881/2020), in millionths: the annual rate at which the parts, a
   * month apart and the first a month from now, are worth the amount.
   */
  annualPpm: number;
}

/**
 * Divides an amount into equal monthly parts. Each part is rounded to the cent first, so that the parts add up to the
 * total exactly.
 *
 * @param terms null: no number of parts costs interest
 */
export function installmentPlan(
  amountCents: Cents,
  { count, terms }: { count: number; terms: InstallmentInterest | null },
): InstallmentPlan {
  const monthlyPpm = terms === null || count <= Math.max(1, terms.freeUpTo) ? 0 : terms.monthlyPpm;
  if (monthlyPpm === 0) {
    const paymentCents = Math.round(amountCents / count);
    return { count, paymentCents, interestCents: 0, totalCents: amountCents, monthlyPpm, annualPpm: 0 };
  }
  const rate = monthlyPpm / PPM;
  const exact = (amountCents * rate) / (1 - (1 + rate) ** -count);
  // A rate close to nothing must not round the parts to less than the amount.
  const paymentCents = Math.max(Math.round(exact), Math.ceil(amountCents / count));
  const totalCents = multiply(paymentCents, count);
  const monthly = monthlyCost(amountCents, { count, paymentCents });
  const annualPpm = Math.round(((1 + monthly) ** 12 - 1) * PPM);
  return { count, paymentCents, interestCents: totalCents - amountCents, totalCents, monthlyPpm, annualPpm };
}

/** Every plan from one part to `most`. */
export function installmentPlans(
  amountCents: Cents,
  { most, terms }: { most: number; terms: InstallmentInterest | null },
): InstallmentPlan[] {
  return Array.from({ length: most }, (_, index) => installmentPlan(amountCents, { count: index + 1, terms }));
}

/** The wire form of a table. */
export function presentInstallmentInterest(terms: InstallmentInterest | null) {
  return terms && { free_up_to: terms.freeUpTo, monthly_rate: toPercent(terms.monthlyPpm) };
}

/** The wire form of a plan. */
export function presentInstallmentPlan(plan: InstallmentPlan) {
  return {
    installments: plan.count,
    installment_amount: fromCents(plan.paymentCents),
    interest_amount: fromCents(plan.interestCents),
    total: fromCents(plan.totalCents),
    monthly_rate: toPercent(plan.monthlyPpm),
    effective_annual_cost: toPercent(plan.annualPpm),
  };
}

const PPM = 1_000_000;

/** Percent with at most four decimals. */
function toPercent(ppm: number): number {
  return ppm / 10_000;
}

/**
 * The monthly rate at which `count` payments are worth the amount: the payments' worth falls as the rate rises, so that
 * halving the bounds finds it. Sixty halvings leave less than a double can tell apart.
 */
function monthlyCost(amountCents: Cents, { count, paymentCents }: { count: number; paymentCents: Cents }): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step += 1) {
    const rate = (low + high) / 2;
    const worth = (paymentCents * (1 - (1 + rate) ** -count)) / rate;
    if (worth > amountCents) low = rate;
    else high = rate;
  }
  return low;
}
