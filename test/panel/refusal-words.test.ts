import { describe, expect, test } from '@jest/globals';
import { ENGLISH_REASONS, PORTUGUESE_REASONS } from '../../src/panel/invoices/reasons.words.ts';
import { englishTimeline, portugueseTimeline, type TimelineFact } from '../../src/panel/invoices/timeline.words.ts';
import { overviewWords } from '../../src/panel/overview/overview.words.ts';
import { REFUSAL_REASONS } from '../../src/gateways/refusal-reasons.ts';

describe('every documented reason of a refusal', () => {
  test.each(Object.keys(REFUSAL_REASONS))(
    '%s has words in both languages, on the overview and in the timeline',
    (reason) => {
      const maps = [overviewWords.pt.reasons, overviewWords.en.reasons, PORTUGUESE_REASONS, ENGLISH_REASONS];
      for (const map of maps) expect(Object.hasOwn(map, reason) && map[reason]).toMatch(/\S{2,}/);
      expect(portugueseTimeline.reasons[reason]).not.toBe(englishTimeline.reasons[reason]);
    },
  );
});

describe('a dispute in the timeline', () => {
  const fact = (some: Partial<TimelineFact>): TimelineFact => ({
    ...{ amount: 'R$ 10,00', overpaid: null, due: null, reason: 'charged twice', answerUntil: null, dispute: null },
    ...{ answer: null, method: null, attempt: null, refund: null, changed: [] },
    ...some,
  });
  const tell = (what: string, some: Partial<TimelineFact>) =>
    [englishTimeline, portugueseTimeline].map((words) => words.happened[what]!(fact(some)));

  test('that begins says how much, why, and until when the store can answer', () => {
    expect(tell('invoice.disputed', { dispute: 'open', answerUntil: '5 May 2026, 10:00' })).toEqual([
      'The payer’s bank wants R$ 10,00 back: charged twice. Answer until 5 May 2026, 10:00',
      'O banco do pagador quer R$ 10,00 de volta: charged twice. Responda até 5 May 2026, 10:00',
    ]);
  });

  test('that was answered says that the bank decides; one that was not, until when', () => {
    const [reviewed] = tell('invoice.dispute_updated', { dispute: 'under_review', answerUntil: '5 May 2026' });
    const [open] = tell('invoice.dispute_updated', { dispute: 'open', answerUntil: '5 May 2026' });
    expect([reviewed, open]).toEqual([
      'Dispute about R$ 10,00: charged twice. The bank is deciding',
      'Dispute about R$ 10,00: charged twice. Answer until 5 May 2026',
    ]);
  });

  test('that ended says who won', () => {
    expect(tell('invoice.dispute_closed', { dispute: 'won' })[0]).toBe(
      'Dispute won: the store keeps R$ 10,00 (charged twice)',
    );
    expect(tell('invoice.dispute_closed', { dispute: 'lost', reason: null })).toEqual([
      'Dispute lost: R$ 10,00 went back to the payer',
      'Disputa perdida: R$ 10,00 voltaram para o pagador',
    ]);
  });
});
