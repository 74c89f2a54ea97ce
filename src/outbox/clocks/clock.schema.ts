import { DateTime, Duration } from 'luxon';
import { answerObject, shown } from '../../base/http/answer.ts';
import { fields } from '../../base/http/fields.ts';
import { joi } from '../../base/http/joi.ts';
import type { DeadlineKind } from '../../invoices/deadline.ts';
import type { SubscriptionStep } from '../../subscriptions/subscription-news.ts';

/** The kinds of things that happen by themselves. */
const HAPPENINGS = {
  pix_expired: 'the Pix code of an invoice expires',
  due_date_passed: 'the due date of a boleto has passed',
  boleto_expired: 'a boleto can no longer be paid',
  abandonment_elapsed: 'an invoice counts as abandoned',
  reminder_due: 'the payer of an invoice is reminded',
  dispute_due: 'the store hears how long it can answer a dispute, or its time is over',
  start_cycle: 'a subscription makes its next invoice',
  settle_charge: 'a subscription takes account of a charge',
  retry_charge: 'a subscription tries an unpaid charge again',
  end_trial: 'a trial ends',
  resume: 'a pause ends',
  cancel: 'a subscription is canceled at the end of its period',
  give_up: 'a subscription is given up as unpaid',
  end: 'a subscription ends',
  request_mandate: 'a payer is asked to agree to debits',
  settle_mandate: 'a subscription takes account of an agreement to debits',
  cancel_mandate: 'a bank is told that an agreement to debits is canceled',
  ask_debit: 'a bank is asked what became of a debit',
  webhook_attempt: 'a delivery is tried again',
} as const satisfies Record<DeadlineKind | SubscriptionStep['kind'] | 'webhook_attempt', string>;

export type Happening = keyof typeof HAPPENINGS;

export interface AdvanceBody {
  advance?: string;
  to?: string;
}

const DURATION =
  /^P([0-9]{1,2}Y)?([0-9]{1,3}M)?([0-9]{1,3}W)?([0-9]{1,4}D)?(T([0-9]{1,5}H)?([0-9]{1,6}M)?([0-9]{1,8}S)?)?$/;

export const advanceBody = joi
  .object<AdvanceBody>({
    advance: joi
      .text()
      .pattern(DURATION)
      .messages({ 'string.pattern.base': '{#label} must be a duration by ISO 8601, like P4D, P1M or PT1H' })
      .description(
        "A duration by ISO 8601: `P4D`, `P1M`, `PT1H`. Days and months are those of the store's calendar, in its time zone.",
      ),
    to: fields.timestamp.description('A moment that lies ahead of the clock, with its offset.'),
  })
  .min(1)
  .max(1)
  .messages({ 'object.min': 'Give advance or to', 'object.max': 'Give advance or to, and not both' })
  .component('AdvanceSandboxClock');

/** The moment that a duration leads to, by the calendar of a time zone; null for `P`, which is none. */
export function momentAfter(from: Date, advance: string, timeZone: string): Date | null {
  const moment = DateTime.fromJSDate(from, { zone: timeZone }).plus(Duration.fromISO(advance));
  return moment.isValid ? moment.toJSDate() : null;
}

const whose = {
  invoice_id: shown.id,
  subscription_id: shown.id,
  delivery_id: shown.id,
};

const next = answerObject(
  'SandboxClockNext',
  {
    at: shown.time,
    what: joi
      .string()
      .valid(...Object.keys(HAPPENINGS))
      .description(
        Object.entries(HAPPENINGS)
          .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
          .join('; '),
      ),
  },
  whose,
);

const work = answerObject(
  'SandboxClockWork',
  {
    what: joi
      .string()
      .valid('invoice', 'subscription', 'delivery', 'refund', 'callback', 'workflow')
      .description('The kind of work; `callback`: of the sandbox gateway; `workflow`: one that is being told.'),
  },
  whose,
);

export const clockSchema = answerObject('SandboxClock', {
  now: shown.time.description("The store's time."),
  is_manual: shown.flag.description(
    'Whether the clock stands until it is advanced. False: the sandbox has real time, as production has.',
  ),
  status: joi.string().valid('advancing', 'ready'),
  target: shown.timeOrNull.description('The end of the advance under way.'),
  done: joi.number().integer().min(0).description('The moments at which the last advance has stopped so far.'),
  waits_for: work
    .allow(null)
    .description('Work of the present moment that the advance waits for, if there is any at this instant.'),
  next: next.allow(null).description('The thing that happens next by itself; null for nothing.'),
});
