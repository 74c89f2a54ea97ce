import { describe, expect, test } from '@jest/globals';
import { drawTimeline, type TimelineFacts } from '../../src/panel/invoices/timeline-picture.ts';

const at = (time: string) => new Date(`2026-03-10T${time}Z`);
const facts = (changes: Partial<TimelineFacts> = {}): TimelineFacts => ({
  statuses: [
    { from: at('12:00:00'), label: 'Open', tone: 'info' },
    { from: at('15:00:00'), label: 'Paid', tone: 'good' },
  ],
  moments: [at('12:00:00'), at('15:00:00')],
  waits: [],
  now: at('20:00:00'),
  isLive: false,
  timeZone: 'America/Sao_Paulo',
  language: 'en',
  ...changes,
});

describe('the picture of a timeline', () => {
  test('has round times of the store on its axis, and the day where one begins', () => {
    const { ticks } = drawTimeline(facts());
    expect(ticks.map(({ label }) => label)).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00']);
    expect(ticks.map(({ below }) => below)).toEqual(['10 Mar', null, null, null, null, null, null]);
    // Half an hour off Greenwich, round hours of the store are none of UTC.
    const india = drawTimeline(facts({ timeZone: 'Asia/Kolkata' }));
    expect(india.ticks.map(({ label }) => label)).toEqual([
      '17:30',
      '18:00',
      '18:30',
      '19:00',
      '19:30',
      '20:00',
      '20:30',
    ]);
  });

  test('has days where it is long', () => {
    const { ticks } = drawTimeline(
      facts({ waits: [{ at: new Date('2026-04-20T12:00:00Z'), letter: 'A' }], isLive: true }),
    );
    expect(ticks.every(({ label }) => /^\d+ \w{3}$/.test(label))).toBe(true);
    expect(ticks[0]!.below).toBe('2026');
  });

  test('has segments without a gap, the last one until its end or until now', () => {
    const { segments, nowX, ahead, width } = drawTimeline(facts());
    expect(segments[0]!.x + segments[0]!.width).toBeCloseTo(segments[1]!.x, 0);
    expect(segments[1]!.x + segments[1]!.width).toBeLessThanOrEqual(width);
    expect([nowX, ahead]).toEqual([null, null]);
    const live = drawTimeline(facts({ isLive: true, waits: [{ at: at('23:00:00'), letter: 'A' }] }));
    expect(live.segments[1]!.x + live.segments[1]!.width).toBeCloseTo(live.nowX!, 0);
    expect(live.ahead!.x).toBe(live.nowX);
    expect(live.waits).toMatchObject([{ letter: 'A', x: live.ahead!.x + live.ahead!.width }]);
  });

  test('puts marks of one moment below each other, and stays within its frame whatever happens at once', () => {
    const many = drawTimeline(facts({ moments: Array.from({ length: 40 }, () => at('12:00:00')) }));
    const rows = new Set(many.dots.map(({ y }) => y));
    expect(rows.size).toBe(8);
    expect(Math.max(...rows) + 10).toBeLessThan(many.axisY);
    expect(many.dots.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });

  test('can be drawn of one moment, and of none', () => {
    for (const moments of [[at('12:00:00')], []]) {
      const statuses = moments.map((from) => ({ from, label: 'Open', tone: 'info' as const }));
      const picture = drawTimeline(facts({ moments, statuses, isLive: true, now: at('12:00:00') }));
      expect(JSON.stringify(picture)).not.toMatch(/NaN|Infinity|null,"y"/);
    }
  });
});
