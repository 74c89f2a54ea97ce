import type { Schedule } from '../../subscriptions/schedule.ts';
import type { RhythmWords } from './rhythm.words.ts';

/** Says the interval and the day: `every 2 weeks on Monday`, `todo dia 31`. */
export function sayRhythm({ interval, intervalCount, anchorDay, originDate }: Schedule, words: RhythmWords): string {
  switch (interval) {
    case 'week':
      return words.week(intervalCount, anchorDay);
    case 'month':
      return words.month(intervalCount, anchorDay);
    case 'year': {
      // For years the anchor says the day alone; the first due date knows the month, and whether that month has such a
      // day.
      const [, month, day] = originDate.split('-').map(Number);
      return words.year(intervalCount, day === anchorDay ? anchorDay : null, month! - 1);
    }
  }
}
