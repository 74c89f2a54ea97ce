import { describe, expect, test } from '@jest/globals';
import { nextDeadline, type DeadlineFacts } from '../../src/invoices/deadline.ts';
import { INVOICE_STATUSES } from '../../src/invoices/state-machine.ts';

const due: DeadlineFacts = {
  status: 'open',
  paymentMethod: 'boleto',
  pixExpiresAt: null,
  overdueAt: new Date('2026-03-05T03:00:00Z'),
  expiresAt: new Date('2026-04-05T03:00:00Z'),
  abandonmentAt: new Date('2026-03-01T12:00:00Z'),
  reminderStep: null,
  reminderAt: null,
  disputeDueAt: null,
};
const CODE_END = new Date('2026-03-02T12:00:00Z');
/** An invoice that does not fall due. */
const facts: DeadlineFacts = {
  ...{ ...due, paymentMethod: 'card', pixExpiresAt: CODE_END },
  ...{ overdueAt: null, expiresAt: null },
};

describe('the next deadline of an invoice', () => {
  test.each([
    ['pending', 'pix', 'pix_expired', CODE_END],
    ['pending', 'card', 'abandonment_elapsed', facts.abandonmentAt],
    ['open', 'pix', 'abandonment_elapsed', facts.abandonmentAt],
    ['open', 'card', 'abandonment_elapsed', facts.abandonmentAt],
    ['refused', 'card', 'abandonment_elapsed', facts.abandonmentAt],
  ] as const)('%s, to be paid by %s: %s', (status, paymentMethod, kind, at) => {
    expect(nextDeadline({ ...facts, status, paymentMethod })).toEqual({ kind, at: at.toISOString() });
  });

  test.each([
    ['pending', 'boleto', 'due_date_passed', due.overdueAt],
    ['pending', 'pix', 'due_date_passed', due.overdueAt],
    ['overdue', 'boleto', 'boleto_expired', due.expiresAt],
    ['overdue', 'pix', 'boleto_expired', due.expiresAt],
  ] as const)('%s, due on a day, to be paid by %s: %s', (status, paymentMethod, kind, at) => {
    expect(nextDeadline({ ...due, status, paymentMethod })).toEqual({ kind, at: at!.toISOString() });
  });

  test('a Pix code that ends before the due date is replaced first', () => {
    const pix = { ...due, status: 'pending', paymentMethod: 'pix' } as const;
    expect(nextDeadline({ ...pix, pixExpiresAt: CODE_END })).toEqual({
      kind: 'pix_expired',
      at: CODE_END.toISOString(),
    });
    expect(nextDeadline({ ...pix, pixExpiresAt: due.expiresAt })?.kind).toBe('due_date_passed');
  });

  test('a boleto that is not registered is not abandoned before its due date has passed', () => {
    const boleto = { ...due, status: 'open', paymentMethod: 'boleto' } as const;
    expect(nextDeadline(boleto)!.at).toBe(due.overdueAt!.toISOString());
    const late = new Date('2026-03-09T00:00:00Z');
    expect(nextDeadline({ ...boleto, abandonmentAt: late })!.at).toBe(late.toISOString());
  });

  test('an invoice that is paid, ended or given back waits for nothing', () => {
    const waiting = ['open', 'pending', 'refused', 'overdue'];
    for (const status of INVOICE_STATUSES.filter((candidate) => !waiting.includes(candidate))) {
      expect(nextDeadline({ ...due, status })).toBeNull();
    }
  });
});
