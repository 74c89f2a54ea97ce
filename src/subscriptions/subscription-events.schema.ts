import { answerObject, shown } from '../base/http/answer.ts';
import { joi } from '../base/http/joi.ts';
import { parties, partiesExample, type EventPayload } from '../events/event-payload.ts';
import type { SubscriptionEventType } from '../events/event-types.ts';
import { SUBSCRIPTION_STATUSES } from './subscription-status.ts';
import { CANCELLATION_REASONS } from './subscription.entity.ts';
import { authorizationSchema, subscriptionSchema } from './subscription.schema.ts';

/** The fields that say of a subscription in an event the same as in an answer. */
const SAME = [
  ...(['status', 'total', 'payment_method', 'interval', 'interval_count', 'next_due_date'] as const),
  ...(['cancel_at_period_end', 'external_reference', 'metadata'] as const),
];

const common = {
  subscription_id: shown.id,
  previous_status: joi
    .string()
    .valid(...SUBSCRIPTION_STATUSES)
    .allow(null)
    .description('Before the change; null for a new subscription.'),
  ...Object.fromEntries(SAME.map((name) => [name, subscriptionSchema.extract(name)])),
  ...parties,
};

const subscription = {
  ...{ subscription_id: 52, status: 'active', previous_status: 'active', total: 79.9, payment_method: 'pix' },
  ...{ interval: 'month', interval_count: 1, next_due_date: '2026-12-21', cancel_at_period_end: false },
  ...{ external_reference: null, metadata: { plan: 'gold' } },
  ...partiesExample,
};

const automatic = { ...subscription, payment_method: 'pix_automatic' };
const authorization = {
  ...{ id: 7, status: 'authorized', journey: 'qr_code', qr_code: null, expires_at: null },
  ...{ authorized_at: '2026-11-21T15:31:12.000Z', ended_at: null, ended_by: null, end_reason: null },
  created_at: '2026-11-21T15:29:58.000Z',
};

const charge = {
  invoice_id: shown.id,
  cycle: answerObject('EventCycle', {
    number: joi.number().integer().min(1),
    due_date: shown.date,
    period_end: shown.date.description('The first day after the period.'),
  }),
};
const chargeExample = { invoice_id: 815, cycle: { number: 1, due_date: '2026-11-21', period_end: '2026-12-21' } };

const failure = {
  ...charge,
  reason: shown.textOrNull.description('Why the last charge was refused; null where nobody paid in time.'),
  failures: joi.number().integer().min(0).description('So often this cycle failed.'),
  next_attempt_at: shown.timeOrNull.description('When it is tried again; null: no more.'),
};
const failureExample = {
  ...chargeExample,
  ...{ reason: 'insufficient_funds', failures: 1, next_attempt_at: '2026-11-24T12:00:00.000Z' },
};

const changed = joi.array().items(shown.text).description('The names of the fields that changed.');

/** Everything that the events of a subscription say. */
export const subscriptionEvents: Record<SubscriptionEventType, EventPayload> = {
  'subscription.created': { data: common, example: { ...subscription, previous_status: null } },
  'subscription.renewed': {
    data: { ...common, ...charge, amount: shown.amount.description('The money that arrived.'), paid_at: shown.time },
    example: { ...subscription, ...chargeExample, amount: 79.9, paid_at: '2026-11-21T15:29:58.000Z' },
  },
  'subscription.payment_failed': { data: { ...common, ...failure }, example: { ...subscription, ...failureExample } },
  'subscription.past_due': {
    data: {
      ...common,
      ...failure,
      gives_up_on: shown.dateOrNull.description('When it is canceled unless it is paid before; null: it is kept.'),
    },
    example: {
      ...{ ...subscription, status: 'past_due', ...failureExample },
      ...{ failures: 4, next_attempt_at: null, gives_up_on: '2026-12-05' },
    },
  },
  'subscription.updated': { data: { ...common, changed }, example: { ...subscription, changed: ['products'] } },
  'subscription.trial_ended': { data: common, example: { ...subscription, previous_status: 'trialing' } },
  'subscription.paused': {
    data: { ...common, resume_date: shown.dateOrNull.description('When the pause ends by itself; null: never.') },
    example: { ...subscription, status: 'paused', resume_date: '2027-02-01' },
  },
  'subscription.resumed': { data: common, example: { ...subscription, previous_status: 'paused' } },
  'subscription.canceled': {
    data: { ...common, reason: joi.string().valid(...CANCELLATION_REASONS) },
    example: { ...subscription, status: 'canceled', next_due_date: null, reason: 'requested' },
  },
  'subscription.authorized': {
    data: { ...common, authorization: authorizationSchema },
    example: { ...automatic, previous_status: 'awaiting_authorization', authorization },
  },
  'subscription.authorization_refused': {
    data: { ...common, authorization: authorizationSchema },
    example: {
      ...{ ...automatic, status: 'awaiting_authorization', previous_status: 'awaiting_authorization' },
      authorization: {
        ...{ ...authorization, status: 'rejected', authorized_at: null, ended_at: '2026-11-21T15:31:12.000Z' },
        ...{ ended_by: 'payer', end_reason: 'AP13' },
      },
    },
  },
  'subscription.authorization_canceled': {
    data: { ...common, authorization: authorizationSchema },
    example: {
      ...{ ...automatic, status: 'awaiting_authorization', previous_status: 'active' },
      authorization: {
        ...{ ...authorization, status: 'canceled', ended_at: '2027-05-03T11:02:45.000Z' },
        ...{ ended_by: 'payer', end_reason: 'SLDB' },
      },
    },
  },
  'subscription.ended': { data: common, example: { ...subscription, status: 'ended', next_due_date: null } },
};
