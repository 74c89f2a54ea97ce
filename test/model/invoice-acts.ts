import fc from 'fast-check';
import type { PaymentMethod } from '../../src/banking/payment-method.ts';
import type { ModelTerms, Rate } from './invoice-model.ts';
import type { Mood } from './till.ts';

/**
 * Something that somebody does. A `pick` chooses among those there are, so that any part of a list of acts is a list of
 * acts; an act for which there is nothing to do is left out.
 */
export type Act =
  | { who: 'clock'; minutes: number }
  /** Until the deadline, and so many minutes more. */
  | { who: 'clock'; minutesAfterDeadline: number }
  | { who: 'store'; does: 'cancel' }
  | { who: 'store'; does: 'update'; method?: PaymentMethod; quantity?: number; dueInDays?: number }
  | { who: 'store'; does: 'refund'; pick: number; part: 'all' | 'half' | 'cent' | 'too_much' }
  | { who: 'payer'; does: 'submit' }
  | { who: 'payer'; does: 'pay'; pick: number; amount: 'asked' | 'due' | 'less' | 'more' }
  | { who: 'gateway'; does: 'refuse'; pick: number }
  /** It decides of a refund, whatever it said before. */
  | { who: 'gateway'; does: 'decide_refund'; pick: number; word: 'confirmed' | 'confirmed_unless_failed' | 'refused' }
  /** It tells what happened: in any order, again, or of a charge of nobody. */
  | { who: 'gateway'; does: 'call_back'; pick: number; how: 'once' | 'twice_at_once' | 'under_another_id' | 'unknown' }
  /** The workflow's part. `which`: what the record orders now, or whatever it ordered at any time. */
  | { who: 'workflow'; does: 'register'; which: Which; pick: number; mood: Mood; outcome: Outcome; isRetry: boolean }
  | { who: 'workflow'; does: 'cancel_charge'; which: Which; pick: number; mood: Mood }
  | { who: 'workflow'; does: 'make_refund'; which: Which; pick: number; mood: Mood; outcome: RefundOutcome }
  | { who: 'workflow'; does: 'pass_deadline'; which: Which; pick: number };

type Which = 'due' | 'due_twice_at_once' | 'ordered_ever';
/** `paid` is for cards: the money is told of in the answer. */
export type Outcome = 'taken' | 'refused' | 'refused_finally' | 'paid';
export type RefundOutcome = 'pending' | 'refunded' | 'refused';

const METHODS: PaymentMethod[] = ['pix', 'boleto', 'card'];
const pick = fc.nat({ max: 5 });
const which = fc.constantFrom<Which[]>('due', 'due', 'due', 'due_twice_at_once', 'ordered_ever');
const mood = fc.constantFrom<Mood[]>('answers', 'answers', 'answers', 'answers', 'loses', 'down', 'shut');
const outcome = fc.constantFrom<Outcome[]>('taken', 'taken', 'taken', 'taken', 'refused', 'refused_finally', 'paid');
const by = <const W, const D>(who: W, does: D) => ({ who: fc.constant(who), does: fc.constant(does) });
const MINUTES = [1, 30, 61, 6 * 60, 25 * 60, 25 * 60, 3 * 1_440, 5 * 1_440, 10 * 1_440, 35 * 1_440];

export function acts(): fc.Arbitrary<Act>[] {
  const register = fc.record({ ...by('workflow', 'register'), which, pick, mood, outcome, isRetry: fc.boolean() });
  const pay = fc.record({
    ...by('payer', 'pay'),
    pick,
    amount: fc.constantFrom('asked' as const, 'asked' as const, 'due' as const, 'less' as const, 'more' as const),
  });
  const callBack = fc.record({
    ...by('gateway', 'call_back'),
    pick,
    how: fc.constantFrom(
      ...(['once', 'once', 'once', 'once', 'twice_at_once', 'under_another_id', 'unknown'] as const),
    ),
  });
  const refund = fc.record({
    ...by('store', 'refund'),
    pick,
    part: fc.constantFrom(...(['all', 'half', 'cent', 'too_much'] as const)),
  });
  const word = fc.constantFrom(...(['confirmed', 'confirmed', 'confirmed_unless_failed', 'refused'] as const));
  const refundOutcome = fc.constantFrom<RefundOutcome[]>('pending', 'pending', 'refunded', 'refused');
  const makeRefund = fc.record({ ...by('workflow', 'make_refund'), which, pick, mood, outcome: refundOutcome });
  const toDeadline = fc.record({
    who: fc.constant('clock' as const),
    minutesAfterDeadline: fc.constantFrom(-1, 0, 0, 0, 1, 2 * 1_440),
  });
  const passDeadline = fc.record({ ...by('workflow', 'pass_deadline'), which, pick });
  return [
    // Common ones stand here often: an invoice that is canceled at once has no life.
    ...[register, register, register, register, register, register, pay, pay, pay, pay],
    ...[callBack, callBack, callBack, callBack, callBack, callBack, passDeadline, passDeadline, passDeadline],
    ...[refund, refund, refund, makeRefund, makeRefund, makeRefund, toDeadline, toDeadline],
    fc.record({ who: fc.constant('clock' as const), minutes: fc.constantFrom(...MINUTES) }),
    fc.record(by('store', 'cancel')),
    fc.record(
      {
        ...by('store', 'update'),
        method: fc.constantFrom(...METHODS),
        quantity: fc.integer({ min: 1, max: 3 }),
        dueInDays: fc.nat({ max: 6 }),
      },
      { requiredKeys: ['who', 'does'] },
    ),
    fc.record(by('payer', 'submit')),
    fc.record({ ...by('gateway', 'refuse'), pick }),
    fc.record({ ...by('gateway', 'decide_refund'), pick, word }),
    fc.record({ ...by('workflow', 'cancel_charge'), which, pick, mood }),
  ];
}

/** Terms of an invoice of R$ 10.01 a piece. */
export function terms(): fc.Arbitrary<ModelTerms> {
  const rate = (most: { cents: number; ppm: number }): fc.Arbitrary<Rate> =>
    fc.oneof(
      fc.record({ type: fc.constant('fixed' as const), cents: fc.integer({ min: 1, max: most.cents }) }),
      fc.record({ type: fc.constant('percentage' as const), ppm: fc.integer({ min: 1, max: most.ppm }) }),
    );
  const forDays = fc.option(fc.nat({ max: 4 }));
  const discount = fc
    .tuple(rate({ cents: 900, ppm: 500_000 }), forDays)
    .map(([one, days]) => ({ ...one, forDays: days }));
  return fc
    .record({
      method: fc.constantFrom(...METHODS),
      quantity: fc.integer({ min: 1, max: 3 }),
      dueInDays: fc.option(fc.nat({ max: 6 })),
      discount: fc.option(discount),
      fine: fc.option(rate({ cents: 500, ppm: 100_000 })),
      interest: fc.option(rate({ cents: 50, ppm: 10_000 })),
    })
    .map((one) => {
      // Fees count from a due date, which every boleto has.
      const hasDueDate = one.dueInDays !== null || one.method === 'boleto';
      return hasDueDate ? one : { ...one, fine: null, interest: null };
    });
}
