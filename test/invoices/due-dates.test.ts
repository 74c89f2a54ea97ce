import { describe, expect, test } from '@jest/globals';
import { abandonmentAfter, dueInstants, storeToday } from '../../src/invoices/due-dates.ts';

const company = { timeZone: 'America/Sao_Paulo', boletoMaxDaysAfterDue: 30 };

describe('the due date of a boleto', () => {
  test('on a business day ends with that day in the store’s time zone', () => {
    expect(dueInstants('2026-03-04', company)).toEqual({
      payableUntil: '2026-03-04',
      overdueAt: new Date('2026-03-05T03:00:00Z'),
      expiresAt: new Date('2026-04-04T03:00:00Z'),
    });
  });

  test('on Carnival Monday moves past Carnival Tuesday to Ash Wednesday', () => {
    expect(dueInstants('2026-02-16', company)).toMatchObject({
      payableUntil: '2026-02-18',
      overdueAt: new Date('2026-02-19T03:00:00Z'),
    });
  });

  test('on a Saturday before Christmas and the day after it moves over all of them', () => {
    expect(dueInstants('2027-12-25', company).payableUntil).toBe('2027-12-27');
  });

  test('in a store further west the same day ends later', () => {
    expect(dueInstants('2026-03-04', { ...company, timeZone: 'America/Manaus' }).overdueAt).toEqual(
      new Date('2026-03-05T04:00:00Z'),
    );
  });

  test('a day that began at one o’clock, when daylight saving skipped midnight, begins at one', () => {
    expect(dueInstants('2018-11-01', { ...company, boletoMaxDaysAfterDue: 2 }).expiresAt).toEqual(
      new Date('2018-11-04T03:00:00Z'),
    );
  });

  test('today is the store’s day, not London’s', () => {
    expect(storeToday(new Date('2026-03-05T02:59:59Z'), company)).toBe('2026-03-04');
    expect(storeToday(new Date('2026-03-05T03:00:00Z'), company)).toBe('2026-03-05');
  });
});

describe('an unpaid invoice', () => {
  const terms = { abandonmentSeconds: 86_400, timeZone: 'America/Sao_Paulo' };
  const at = new Date('2026-03-04T15:00:00Z');
  test.each([
    ['without a due date is abandoned after the store’s period', null, '2026-03-05T15:00:00Z'],
    ['is not abandoned before its due date is over', '2026-03-10', '2026-03-11T03:00:00Z'],
    ['whose due date is over sooner has the store’s period', '2026-03-04', '2026-03-05T15:00:00Z'],
  ])('%s', (_name, dueDate, expected) => {
    expect(abandonmentAfter(at, { dueDate }, terms)).toEqual(new Date(expected));
  });
});
