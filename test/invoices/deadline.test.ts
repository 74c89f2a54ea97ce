import { describe, expect, test } from '@jest/globals';
import { nextDeadline, type DeadlineFacts } from '../../src/invoices/deadline.ts';
import { INVOICE_STATUSES } from '../../src/invoices/state-machine.ts';

const facts: DeadlineFacts = {
  status: 'open',
  paymentMethod: 'card',
  pixExpiresAt: new Date('2026-03-02T12:00:00Z'),
  overdueAt: new Date('2026-03-05T03:00:00Z'),
  expiresAt: new Date('2026-04-05T03:00:00Z'),
  abandonmentAt: new Date('2026-03-01T12:00:00Z'),
};

describe('the next deadline of an invoice', () => {
  test.each([
    ['pending', 'pix', 'pix_expired', facts.pixExpiresAt],
    ['pending', 'boleto', 'due_date_passed', facts.overdueAt],
    ['pending', 'card', 'abandonment_elapsed', facts.abandonmentAt],
    ['overdue', 'boleto', 'boleto_expired', facts.expiresAt],
    ['open', 'pix', 'abandonment_elapsed', facts.abandonmentAt],
    ['open', 'card', 'abandonment_elapsed', facts.abandonmentAt],
    ['refused', 'card', 'abandonment_elapsed', facts.abandonmentAt],
  ] as const)('%s, to be paid by %s: %s', (status, paymentMethod, kind, at) => {
    expect(nextDeadline({ ...facts, status, paymentMethod })).toEqual({ kind, at: at!.toISOString() });
  });

  test('a boleto that is not registered is not abandoned before its due date has passed', () => {
    const boleto = { ...facts, status: 'open', paymentMethod: 'boleto' } as const;
    expect(nextDeadline(boleto)!.at).toBe(facts.overdueAt!.toISOString());
    const late = new Date('2026-03-09T00:00:00Z');
    expect(nextDeadline({ ...boleto, abandonmentAt: late })!.at).toBe(late.toISOString());
  });

  test('an invoice that is paid, ended or given back waits for nothing', () => {
    const waiting = ['open', 'pending', 'refused', 'overdue'];
    for (const status of INVOICE_STATUSES.filter((candidate) => !waiting.includes(candidate))) {
      expect(nextDeadline({ ...facts, status })).toBeNull();
    }
  });
});
