import { describe, expect, test } from '@jest/globals';
import type { CheckoutState } from '../../src/checkout/checkout-view.ts';
import { formatsIn } from '../../src/checkout/pages/formats.ts';
import { MESSAGES } from '../../src/checkout/pages/messages.ts';
import { presentCheckout } from '../../src/checkout/pages/present-checkout.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../src/invoices/state-machine.ts';
import { checkoutView } from '../support/checkout-views.ts';

interface Case {
  status: InvoiceStatus;
  state: CheckoutState;
  paid?: number;
  refunded?: number;
  due?: number;
  overpaid?: number;
  /** The amount at the top of the page, and the rows below the total. */
  amount: string;
  rows: string[];
}

/** An invoice of R$ 100.00, as a payer of each status reads it. */
const CASES: Case[] = [
  { status: 'open', state: 'preparing', due: 100, amount: '100.00', rows: [] },
  { status: 'pending', state: 'awaiting_payment', due: 100, amount: '100.00', rows: [] },
  {
    ...{ status: 'pending', state: 'awaiting_payment', paid: 40, due: 60, amount: '60.00' },
    rows: ['Already paid 40.00', 'Still to pay 60.00'],
  },
  {
    ...{ status: 'pending', state: 'awaiting_payment', paid: 40, refunded: 40, due: 100, amount: '100.00' },
    rows: ['Already paid 40.00', 'Refunded 40.00', 'Still to pay 100.00'],
  },
  { status: 'refused', state: 'refused', due: 100, amount: '100.00', rows: [] },
  { status: 'overdue', state: 'overdue', due: 100, amount: '100.00', rows: [] },
  { status: 'paid', state: 'paid', paid: 100, amount: '100.00', rows: [] },
  {
    ...{ status: 'paid', state: 'paid', paid: 125, overpaid: 25, amount: '125.00' },
    rows: ['Already paid 125.00', 'Paid too much 25.00'],
  },
  {
    ...{ status: 'paid', state: 'paid', paid: 125, refunded: 25, amount: '125.00' },
    rows: ['Already paid 125.00', 'Refunded 25.00'],
  },
  {
    ...{ status: 'partially_refunded', state: 'refunded', paid: 100, refunded: 30, amount: '100.00' },
    rows: ['Already paid 100.00', 'Refunded 30.00'],
  },
  {
    ...{ status: 'refunded', state: 'refunded', paid: 100, refunded: 100, amount: '100.00' },
    rows: ['Already paid 100.00', 'Refunded 100.00'],
  },
  { status: 'canceled', state: 'canceled', amount: '100.00', rows: [] },
  {
    ...{ status: 'abandoned', state: 'expired', paid: 40, amount: '100.00' },
    rows: ['Already paid 40.00'],
  },
  { status: 'expired', state: 'expired', amount: '100.00', rows: [] },
];

describe('the summary of a page', () => {
  test.each(CASES)(
    '$status, paid $paid, refunded $refunded',
    ({ paid = 0, refunded = 0, due = 0, overpaid = 0, ...one }) => {
      const view = checkoutView({
        ...{ status: one.status, state: one.state, subtotalCents: 10_000, discountCents: 0, totalCents: 10_000 },
        ...{ amountPaidCents: paid * 100, amountRefundedCents: refunded * 100 },
        ...{ amountDueCents: due * 100, overpaidCents: overpaid * 100 },
      });
      const page = presentCheckout(view, { t: MESSAGES.en, formats: formatsIn('en') });
      const plain = (text: string): string => text.replace(/^R\$\s?/, '');
      expect(plain(page.amount)).toBe(one.amount);
      expect(plain(page.summary.total)).toBe('100.00');
      expect(page.summary.after.map(({ label, amount }) => `${label} ${plain(amount)}`)).toEqual(one.rows);
    },
  );

  test('is held for every status', () => {
    expect(new Set(CASES.map(({ status }) => status))).toEqual(new Set(INVOICE_STATUSES));
  });
});
