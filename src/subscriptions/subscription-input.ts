import { toLine } from '../invoices/invoice-input.ts';
import { withoutUndefined } from '../base/http/without-undefined.ts';
import type { CreateSubscriptionInput } from './create-subscription.ts';
import type { MandateWish } from './mandate-terms.ts';
import type { AuthorizationBody, CreateSubscriptionBody, UpdateSubscriptionBody } from './subscription.schema.ts';
import type { SubscriptionChanges } from './update-subscription.ts';

/** A valid body in the words of the use case. */
export function toCreateInput(body: CreateSubscriptionBody): CreateSubscriptionInput {
  return {
    customerId: body.customer_id,
    products: body.products.map(toLine),
    paymentMethod: body.payment_method,
    authorization: body.authorization ? toWish(body.authorization) : null,
    interval: body.interval,
    intervalCount: body.interval_count,
    anchorDay: body.anchor_day,
    startDate: body.start_date,
    trialDays: body.trial_days,
    cycles: body.cycles,
    endDate: body.end_date,
    daysBeforeDue: body.days_before_due,
    cardToken: body.card_token,
    savedCardId: body.saved_card_id,
    couponCode: body.coupon,
    description: body.description,
    externalReference: body.external_reference,
    metadata: body.metadata,
  };
}

export function toWish({ journey, payer_account: payerAccount }: AuthorizationBody): MandateWish {
  return { journey, payerAccount };
}

/** As `toCreateInput`, of only what is given. */
export function toChanges(body: UpdateSubscriptionBody): SubscriptionChanges {
  return withoutUndefined({
    products: body.products?.map(toLine),
    paymentMethod: body.payment_method,
    authorization: body.authorization && toWish(body.authorization),
    interval: body.interval,
    intervalCount: body.interval_count,
    anchorDay: body.anchor_day,
    cycles: body.cycles,
    endDate: body.end_date,
    daysBeforeDue: body.days_before_due,
    cardToken: body.card_token,
    savedCardId: body.saved_card_id,
    couponCode: body.coupon,
    description: body.description,
    externalReference: body.external_reference,
    metadata: body.metadata,
  });
}
