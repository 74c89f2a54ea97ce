import { describe, expect, test } from '@jest/globals';
import {
  INVOICE_STATUSES,
  nextStatus,
  TRANSITIONS,
  type InvoiceStatus,
  type InvoiceTrigger,
} from '../../src/invoices/state-machine.ts';

/** The design's table, written out: for each trigger, what it makes of each status it means something in. */
const EXPECTED: Record<InvoiceTrigger, Partial<Record<InvoiceStatus, InvoiceStatus>>> = {
  terms_changed: {
    open: 'open',
    pending: 'open',
    refused: 'open',
    abandoned: 'open',
    overdue: 'open',
    expired: 'open',
  },
  charge_replaced: { pending: 'open', refused: 'open', abandoned: 'open' },
  charge_registered: { open: 'pending', refused: 'pending' },
  payment_refused: { open: 'refused', pending: 'refused', refused: 'refused' },
  paid_in_full: {
    open: 'paid',
    pending: 'paid',
    refused: 'paid',
    abandoned: 'paid',
    overdue: 'paid',
    expired: 'paid',
    canceled: 'paid',
    partially_refunded: 'paid',
    refunded: 'paid',
  },
  pix_expired: { pending: 'abandoned' },
  abandonment_elapsed: { open: 'abandoned', pending: 'abandoned', refused: 'abandoned' },
  due_date_passed: { pending: 'overdue' },
  boleto_expired: { overdue: 'expired' },
  canceled_by_store: {
    open: 'canceled',
    pending: 'canceled',
    refused: 'canceled',
    overdue: 'canceled',
    abandoned: 'canceled',
    expired: 'canceled',
  },
  payment_reversed: { paid: 'open' },
  refunded_in_part: {
    paid: 'partially_refunded',
    partially_refunded: 'partially_refunded',
    refunded: 'partially_refunded',
  },
  refunded_in_full: { paid: 'refunded', partially_refunded: 'refunded' },
};

describe('the state machine of an invoice', () => {
  const cells = (Object.keys(TRANSITIONS) as InvoiceTrigger[]).flatMap((trigger) =>
    INVOICE_STATUSES.map((status) => [trigger, status, EXPECTED[trigger][status] ?? null] as const),
  );

  test.each(cells)('%s in %s gives %s', (trigger, status, expected) => {
    expect(nextStatus(status, trigger)).toBe(expected);
  });

  test('no status is one that nothing leads to', () => {
    const reached = new Set(Object.values(TRANSITIONS).map(({ to }) => to));
    expect(INVOICE_STATUSES.filter((status) => !reached.has(status))).toEqual([]);
  });

  test('money makes every unpaid invoice paid', () => {
    const paid = ['paid', 'partially_refunded'];
    for (const status of INVOICE_STATUSES) {
      expect(nextStatus(status, 'paid_in_full') === 'paid' || paid.includes(status)).toBe(true);
    }
  });
});
