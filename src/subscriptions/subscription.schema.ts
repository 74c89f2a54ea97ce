import { ENVIRONMENTS } from '../base/environment.ts';
import { customerSchema } from '../catalog/customers/customer.schema.ts';
import { answerList, answerObject, shown } from '../base/http/answer.ts';
import { fields } from '../base/http/fields.ts';
import { couponCodeInput } from '../catalog/coupons/coupon.schema.ts';
import { joi } from '../base/http/joi.ts';
import { pageQuery, type PageQuery, type TimeRange } from '../base/http/list-page.ts';
import { linesInput, lineSchema, type LineBody } from '../invoices/invoice.schema.ts';
import { INVOICE_STATUSES } from '../invoices/state-machine.ts';
import { SUBSCRIPTION_METHODS, type SubscriptionMethod } from '../banking/payment-method.ts';
import { cardTokenInput } from '../invoices/payment.schema.ts';
import { MANDATE_ENDERS, MANDATE_JOURNEYS, type MandateJourney } from '../gateways/mandate.ts';
import { MANDATE_STATUSES } from '../payments/mandates/mandate.entity.ts';
import { CANCEL_INVOICES, CANCEL_WHEN, type CancelInvoices, type CancelWhen } from './cancel-subscription.ts';
import { SUBSCRIPTION_INTERVALS, type SubscriptionInterval } from './schedule.ts';
import { CYCLE_STATES } from './subscription-cycle.entity.ts';
import { CANCELLATION_REASONS } from './subscription.entity.ts';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from './subscription-status.ts';

export const MAX_TRIAL_DAYS = 730;
export const MAX_CYCLES = 1_200;
export const MAX_DAYS_BEFORE_DUE = 60;

const TEXTS = {
  anchorDay:
    'On which day charges are due: of the month, where 31 means the last day of a month that is shorter; for the interval `week`, from 1 (Monday) to 7 (Sunday).',
  daysBeforeDue: 'How many days before it is due a Pix or boleto invoice is made. A card is charged on the day itself.',
};

const input = {
  payment_method: joi
    .string()
    .valid(...SUBSCRIPTION_METHODS)
    .description(
      '`pix_automatic` (Pix Automático): the payer agrees once, and the payer’s bank debits each charge. Until then, and after the agreement has ended, each charge is paid by a Pix code.',
    ),
  authorization: joi
    .object<AuthorizationBody>({
      journey: joi
        .string()
        .valid(...MANDATE_JOURNEYS)
        .allow(null)
        .default(null)
        .description(
          'How the payer agrees. `bank_request`: the payer’s bank asks in its app; `qr_code`: by a code; `first_payment`: by the code that pays the first charge. Unless given, `first_payment` where a charge is due now, and else `qr_code`.',
        ),
      payer_account: joi
        .object<NonNullable<AuthorizationBody['payer_account']>>({
          ispb: joi
            .text()
            .pattern(/^[0-9A-Z]{8}$/)
            .required()
            .description('The number of the bank in the Pix (ISPB), eight characters.'),
          branch: joi
            .text()
            .pattern(/^[0-9]{1,4}$/)
            .allow(null)
            .default(null),
          account: joi
            .text()
            .pattern(/^[0-9A-Za-z]{1,20}$/)
            .required(),
        })
        .allow(null)
        .default(null)
        .component('PayerAccount')
        .description('For `bank_request`: the account that is debited. It is forgotten once the bank was asked.'),
    })
    .component('RequestAuthorization'),
  interval: joi.string().valid(...SUBSCRIPTION_INTERVALS),
  interval_count: joi
    .number()
    .integer()
    .min(1)
    .max(156)
    .description('Every so many weeks, months or years; three years at most.'),
  anchor_day: joi.number().integer().min(1).max(31).description(TEXTS.anchorDay),
  cycles: joi
    .number()
    .integer()
    .min(1)
    .max(MAX_CYCLES)
    .allow(null)
    .description('After so many charges it ends; not together with `end_date`.'),
  end_date: fields.date.allow(null).description('No charge is due after this day; not together with `cycles`.'),
  days_before_due: joi.number().integer().min(0).max(MAX_DAYS_BEFORE_DUE).description(TEXTS.daysBeforeDue),
  card_token: cardTokenInput.description(
    "The gateway's token of the card on file, for card subscriptions. Without one the payer submits a card at the checkout of the first invoice, and it is kept for the next.",
  ),
  saved_card_id: fields.id
    .allow(null)
    .description('Instead of a token: a saved card of the customer. `null` takes the card off.'),
  coupon: couponCodeInput
    .allow(null)
    .description(
      'The code of a coupon, from the next invoice on: for as many cycles as the coupon says. `null` takes it off.',
    ),
  description: fields.line(500).allow(null).description('The description of each invoice.'),
  external_reference: fields.externalReference.allow(null),
};

export interface AuthorizationBody {
  journey: MandateJourney | null;
  payer_account: { ispb: string; branch: string | null; account: string } | null;
}

export const requestAuthorizationSchema = input.authorization;

export interface CreateSubscriptionBody {
  customer_id: number;
  products: LineBody[];
  payment_method: SubscriptionMethod;
  authorization?: AuthorizationBody;
  interval: SubscriptionInterval;
  interval_count: number;
  anchor_day: number | null;
  start_date: string | null;
  trial_days: number;
  cycles: number | null;
  end_date: string | null;
  days_before_due: number | null;
  card_token: string | null;
  saved_card_id: number | null;
  coupon: string | null;
  description: string | null;
  external_reference: string | null;
  metadata: Record<string, string>;
}

export const createSubscriptionSchema = joi
  .object<CreateSubscriptionBody>({
    customer_id: fields.id.required(),
    products: linesInput.required(),
    payment_method: input.payment_method.required(),
    authorization: input.authorization,
    interval: input.interval.required(),
    interval_count: input.interval_count.default(1),
    anchor_day: input.anchor_day
      .allow(null)
      .default(null)
      .description(
        `${TEXTS.anchorDay} Unless given, the day on which it starts or its trial is over. The first charge is due on the first such day from then on; the days before it cost nothing.`,
      ),
    start_date: fields.date
      .allow(null)
      .default(null)
      .description("A day in the store's time zone; today unless given."),
    trial_days: joi
      .number()
      .integer()
      .min(0)
      .max(MAX_TRIAL_DAYS)
      .default(0)
      .description('Days from the start that cost nothing.'),
    cycles: input.cycles.default(null),
    end_date: input.end_date.default(null),
    days_before_due: input.days_before_due
      .allow(null)
      .default(null)
      .description(`${TEXTS.daysBeforeDue} The store's setting unless given.`),
    card_token: input.card_token.default(null),
    saved_card_id: input.saved_card_id.default(null),
    coupon: input.coupon.default(null),
    description: input.description.default(null),
    external_reference: input.external_reference.default(null),
    metadata: fields.metadata.default({}),
  })
  .component('CreateSubscription');

export type UpdateSubscriptionBody = Partial<
  Omit<
    CreateSubscriptionBody,
    'customer_id' | 'start_date' | 'trial_days' | 'metadata' | 'anchor_day' | 'days_before_due'
  > & { anchor_day: number; days_before_due: number; metadata: Record<string, string | null> }
>;

export const updateSubscriptionSchema = joi
  .object<UpdateSubscriptionBody>({
    products: linesInput.description('All of the lines, at the present prices of their products.'),
    ...input,
    metadata: fields.metadataChanges,
  })
  .component('UpdateSubscription');

export interface PauseSubscriptionBody {
  resume_date: string | null;
}

export const pauseSubscriptionSchema = joi
  .object<PauseSubscriptionBody>({
    resume_date: fields.date
      .allow(null)
      .default(null)
      .description('The day on which it goes on by itself; unless given, when it is resumed.'),
  })
  .component('PauseSubscription');

export interface CancelSubscriptionBody {
  when: CancelWhen;
  invoices: CancelInvoices;
}

export const cancelSubscriptionSchema = joi
  .object<CancelSubscriptionBody>({
    when: joi
      .string()
      .valid(...CANCEL_WHEN)
      .default('now')
      .description('`period_end`: when the period that has begun is over; until then it can be resumed.'),
    invoices: joi
      .string()
      .valid(...CANCEL_INVOICES)
      .default('cancel')
      .description('The fate of unpaid invoices that are due, when it is canceled `now`.'),
  })
  .component('CancelSubscription');

export interface RetrySubscriptionBody {
  card_token: string | null;
  saved_card_id: number | null;
}

export const retrySubscriptionSchema = joi
  .object<RetrySubscriptionBody>({
    card_token: cardTokenInput.default(null).description('Another card, which is put on file.'),
    saved_card_id: input.saved_card_id
      .default(null)
      .description('Instead of a token: a saved card of the customer, which is put on file.'),
  })
  .component('RetrySubscription');

export interface ListSubscriptionsQuery extends PageQuery, TimeRange {
  status?: SubscriptionStatus;
  customer_id?: number;
  coupon_id?: number;
  payment_method?: SubscriptionMethod;
  external_reference?: string;
}

export const listSubscriptionsQuery = pageQuery<ListSubscriptionsQuery>({
  status: joi
    .string()
    .valid(...SUBSCRIPTION_STATUSES)
    .description('Only in this status.'),
  customer_id: fields.id.description('Only of this customer.'),
  coupon_id: fields.id.description('Only with this coupon.'),
  payment_method: input.payment_method.description('Only to be paid so.'),
  external_reference: fields.externalReference,
});

export type ListCyclesQuery = PageQuery & TimeRange;

export const listCyclesQuery = pageQuery<ListCyclesQuery>({});

export const cycleSchema = answerObject('SubscriptionCycle', {
  id: shown.id,
  number: joi.number().integer().min(1),
  period_start: shown.date.description('The first day, on which its charge is due.'),
  period_end: shown.date.description('The day after the last one.'),
  status: joi
    .string()
    .valid(...CYCLE_STATES)
    .description(
      'Of its charge. `open`: under way; `retrying`: it failed, and is tried again at `next_attempt_at`; `unpaid`: its attempts are spent; `canceled`: its invoice was; `dropped`: taken back before it began; `surplus`: taken back, and paid although another invoice of its due date was.',
    ),
  invoice_id: shown.id,
  invoice_status: joi.string().valid(...INVOICE_STATUSES),
  total: shown.amount,
  failures: joi.number().integer().min(0).description('How often its charge failed.'),
  next_attempt_at: shown.timeOrNull,
  created_at: shown.time,
});

export const cycleListSchema = answerList('SubscriptionCycleList', cycleSchema);

/** As `presentMandate` shows it. */
export const authorizationSchema = answerObject('Authorization', {
  id: shown.id,
  status: joi
    .string()
    .valid(...MANDATE_STATUSES)
    .description(
      '`requested`: the bank is asked for it; `pending`: the payer is to agree; `authorized`: charges are debited; the others are its end.',
    ),
  journey: joi.string().valid(...MANDATE_JOURNEYS),
  qr_code: shown.textOrNull.description(
    'The code by which the payer agrees, without a payment, while it is `pending`.',
  ),
  expires_at: shown.timeOrNull.description('Until when the payer can agree.'),
  authorized_at: shown.timeOrNull,
  ended_at: shown.timeOrNull,
  ended_by: joi
    .string()
    .valid(...MANDATE_ENDERS)
    .allow(null),
  end_reason: shown.textOrNull.description('In the bank’s word.'),
  created_at: shown.time,
});

export const subscriptionSchema = answerObject('Subscription', {
  id: shown.id,
  status: joi.string().valid(...SUBSCRIPTION_STATUSES),
  customer: customerSchema,
  products: joi.array().items(lineSchema),
  total: shown.amount.description('The total of each invoice.'),
  payment_method: joi.string().valid(...SUBSCRIPTION_METHODS),
  authorization: authorizationSchema.allow(null).description('The newest agreement to debits, of `pix_automatic`.'),
  authorization_url: shown.textOrNull.description('The page on which the payer agrees, while one is asked for.'),
  has_card: joi.boolean().description('Whether a card is on file.'),
  saved_card_id: shown.id.allow(null).description('The saved card that is on file; null where the card is its own.'),
  coupon: shown.textOrNull.description('The code of its coupon.'),
  coupon_id: shown.id.allow(null),
  coupon_cycles_left: joi
    .number()
    .integer()
    .min(0)
    .allow(null)
    .description('The number of invoices that the coupon is still for; null: all of them, or there is no coupon.'),
  interval: joi.string().valid(...SUBSCRIPTION_INTERVALS),
  interval_count: joi.number().integer().min(1),
  anchor_day: joi.number().integer().min(1).max(31),
  start_date: shown.date,
  trial_ends_on: shown.dateOrNull.description('The first day that costs something.'),
  cycles: joi.number().integer().min(1).allow(null),
  cycles_made: joi.number().integer().min(0),
  end_date: shown.dateOrNull,
  days_before_due: joi.number().integer().min(0),
  next_due_date: shown.dateOrNull.description(
    'When the next charge is due; null when none follows. In a pause without `resume_date`: as if it were over before.',
  ),
  next_invoice_at: shown.timeOrNull.description('When its invoice is made; null while paused, and when none follows.'),
  latest_cycle: cycleSchema.allow(null).description('The newest cycle, with its invoice.'),
  paused_at: shown.timeOrNull,
  resume_date: shown.dateOrNull.description('When the pause ends by itself.'),
  cancel_at_period_end: joi.boolean(),
  past_due_since: shown.timeOrNull,
  gives_up_on: shown.dateOrNull.description('When it is canceled unless it is paid before; null: it is kept.'),
  canceled_at: shown.timeOrNull,
  cancellation_reason: joi
    .string()
    .valid(...CANCELLATION_REASONS)
    .allow(null),
  ended_at: shown.timeOrNull,
  description: shown.textOrNull,
  external_reference: shown.textOrNull,
  metadata: shown.metadata,
  environment: joi.string().valid(...ENVIRONMENTS),
  created_at: shown.time,
  updated_at: shown.time,
});

export const subscriptionListSchema = answerList('SubscriptionList', subscriptionSchema);
