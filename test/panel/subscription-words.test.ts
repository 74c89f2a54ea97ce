import { describe, expect, test } from '@jest/globals';
import { metadataChanges, readMetadata, writeMetadata } from '../../src/panel/subscriptions/metadata-text.ts';
import { englishRhythm, portugueseRhythm } from '../../src/panel/subscriptions/rhythm.words.ts';
import { sayRhythm } from '../../src/panel/subscriptions/say-rhythm.ts';
import { upcomingDueDates } from '../../src/panel/subscriptions/upcoming-due-dates.ts';
import type { Subscription } from '../../src/subscriptions/subscription.entity.ts';

describe('how often something is charged', () => {
  test.each([
    ['week', 1, 1, '2026-03-02', 'every Monday', 'toda segunda-feira'],
    ['week', 1, 6, '2026-03-07', 'every Saturday', 'todo sábado'],
    ['week', 2, 7, '2026-03-08', 'every 2 weeks on Sunday', 'a cada 2 semanas, no domingo'],
    ['week', 3, 2, '2026-03-03', 'every 3 weeks on Tuesday', 'a cada 3 semanas, na terça-feira'],
    ['month', 1, 31, '2026-03-31', 'every month on the 31st', 'todo dia 31'],
    ['month', 1, 1, '2026-03-01', 'every month on the 1st', 'todo dia 1º'],
    ['month', 1, 12, '2026-03-12', 'every month on the 12th', 'todo dia 12'],
    ['month', 3, 22, '2026-03-22', 'every 3 months on the 22nd', 'a cada 3 meses, no dia 22'],
    ['year', 1, 3, '2026-05-03', 'every year on 3 May', 'todo ano, em 3 de maio'],
    ['year', 2, 1, '2026-05-01', 'every 2 years on 1 May', 'a cada 2 anos, em 1º de maio'],
    ['year', 1, 29, '2028-02-29', 'every year on 29 February', 'todo ano, em 29 de fevereiro'],
    ['year', 1, 31, '2026-02-28', 'every year on the last day of February', 'todo ano, no último dia de fevereiro'],
  ] as const)('%s %d on %d, first on %s: %s', (interval, intervalCount, anchorDay, originDate, english, portuguese) => {
    const schedule = { interval, intervalCount, anchorDay, originDate };
    expect(sayRhythm(schedule, englishRhythm)).toBe(english);
    expect(sayRhythm(schedule, portugueseRhythm)).toBe(portuguese);
  });
});

describe('the next due dates', () => {
  const of = (fields: Partial<Subscription>) =>
    upcomingDueDates(
      {
        status: 'active',
        interval: 'month',
        intervalCount: 1,
        anchorDay: 31,
        originDate: '2026-01-31',
        nextDueDate: '2026-01-31',
        cycles: null,
        cyclesMade: 0,
        endDate: null,
        pausedAt: null,
        resumesOn: null,
        cancelAtPeriodEnd: false,
        ...fields,
      } as Subscription,
      3,
    );

  test('are those of the schedule, as far as it goes', () => {
    expect(of({})).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
    expect(of({ cycles: 5, cyclesMade: 4 })).toEqual(['2026-01-31']);
    expect(of({ endDate: '2026-03-30' })).toEqual(['2026-01-31', '2026-02-28']);
  });

  test('are those after a pause, and none while nobody knows when it ends', () => {
    const pausedAt = new Date('2026-01-10T12:00:00Z');
    expect(of({ status: 'paused', pausedAt, resumesOn: '2026-03-01' })).toEqual([
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ]);
    expect(of({ status: 'paused', pausedAt, resumesOn: '2026-03-01', endDate: '2026-02-28' })).toEqual([]);
    expect(of({ status: 'paused', pausedAt })).toEqual([]);
  });

  test('are none when it is over, or is to be canceled', () => {
    expect(of({ status: 'canceled' })).toEqual([]);
    expect(of({ cancelAtPeriodEnd: true })).toEqual([]);
    expect(of({ cycles: 4, cyclesMade: 4 })).toEqual([]);
  });
});

describe('labels as text', () => {
  test.each([
    [{}],
    [{ shelf: 'B3' }],
    [{ 'a.b-c_1': '', formula: 'x = y = z', spaced: '  in and out  ' }],
    [{ lines: 'first\nsecond\n\n  third', next: '1' }],
  ])('%j is read as it is written', (metadata) => {
    expect(readMetadata(writeMetadata(metadata as Record<string, string>))).toEqual(metadata);
  });

  test('is read however it is spaced, with empty lines between', () => {
    expect(readMetadata('a=1\r\n\r\nb  =2\nc = 3')).toEqual({ a: '1', b: '2', c: '3' });
  });

  test.each([
    'no name',
    ' begins = with space',
    '= x',
    '1a = x',
    'a = 1\na = 2',
    '__proto__ = x',
    `a = ${'x'.repeat(501)}`,
  ])('%j is none', (typed) => {
    expect(readMetadata(typed)).toBeNull();
  });

  test('changes name what is set, what is other and what is gone', () => {
    expect(metadataChanges({ a: '1', b: 'x\r\ny', c: '3' }, { b: 'x\ny', c: '4', d: '5' })).toEqual({
      a: null,
      c: '4',
      d: '5',
    });
  });
});
