import { addDays, nextBusinessDay } from '../../base/calendar/business-day.ts';
import { bankDay } from '../../banking/bank-day.ts';
import type { PaymentMethod } from '../../banking/payment-method.ts';
import { feeOf, type Tariff } from '../../banking/tariff.ts';
import type { PaymentFee } from '../payment-gateway.ts';

const NO_BOUNDS = { minCents: 0, maxCents: null };

/** The table of the sandbox: prices and days like those of a Brazilian gateway. */
const TABLE: Readonly<Record<PaymentMethod, { tariff: Tariff; days: number }>> = {
  pix: { tariff: { ratePpm: 9_900, fixedCents: 0, ...NO_BOUNDS }, days: 0 },
  boleto: { tariff: { ratePpm: 0, fixedCents: 199, ...NO_BOUNDS }, days: 1 },
  card: { tariff: { ratePpm: 29_900, fixedCents: 39, ...NO_BOUNDS }, days: 30 },
};

/**
 * The price of a sandbox payment, and the business day on which the store has the money.
 *
 * @param paidAt ISO 8601, in the store's time
 */
export function sandboxFee(method: PaymentMethod, amountCents: number, paidAt: string): PaymentFee {
  const { tariff, days } = TABLE[method];
  const day = addDays(bankDay(paidAt), days);
  return { feeCents: feeOf(tariff, amountCents), availableOn: days === 0 ? day : nextBusinessDay(day) };
}
