import { invalidFields, type FieldError } from '../../base/errors/errors.ts';
import type { Subscription } from '../../subscriptions/subscription.entity.ts';
import type { SubscriptionItem } from '../../subscriptions/subscription-item.entity.ts';
import type { SubscriptionChanges } from '../../subscriptions/update-subscription.ts';
import type { LineInput } from '../../invoices/price-lines.ts';
import { readCouponCode } from '../coupons/coupon-form.ts';
import { writeReference } from '../form-fields.ts';
import { missing } from '../read-form.ts';
import { LINE_NUMBERS, type FormLine } from '../line-numbers.ts';
import { metadataChanges, writeMetadata } from './metadata-text.ts';
import {
  anchorOfForm,
  productsOf,
  readCardToken,
  readLabels,
  readLines,
  type LabelsForm,
  type UpdateForm,
} from './subscription-form.ts';

/** More lines than the form has are made through the API, and only there changed. */
export function hasTooManyLines(items: SubscriptionItem[]): boolean {
  return items.length > LINE_NUMBERS.length;
}

/** The values with which the form of the terms begins. */
export function termsValues(subscription: Subscription, items: SubscriptionItem[]): Record<string, string> {
  const { paymentMethod, daysBeforeDue, interval, intervalCount, anchorDay, cycles, endDate } = subscription;
  const { savedCardId, couponCode } = subscription;
  const lines = LINE_NUMBERS.flatMap((number) => {
    const item = items[number - 1];
    return [
      [`product_${number}`, item ? writeReference({ id: item.productId, name: item.name }) : ''],
      [`quantity_${number}`, String(item?.quantity ?? 1)],
    ];
  });
  return {
    ...(Object.fromEntries(lines) as Record<string, string>),
    payment_method: paymentMethod,
    days_before_due: String(daysBeforeDue),
    interval,
    interval_count: String(intervalCount),
    weekday: interval === 'week' ? String(anchorDay) : '',
    month_day: interval === 'week' ? '' : String(anchorDay),
    cycles: cycles === null ? '' : String(cycles),
    end_date: endDate ?? '',
    saved_card_id: savedCardId === null ? '' : String(savedCardId),
    coupon: couponCode ?? '',
  };
}

/** The values with which the form of the labels begins. */
export function labelsValues({ description, externalReference, metadata }: Subscription): Record<string, string> {
  return {
    description: description ?? '',
    external_reference: externalReference ?? '',
    metadata: writeMetadata(metadata),
  };
}

/**
 * The terms that the form changes: a line that stays as it is keeps its agreed price, as products are not among the
 * changes then.
 *
 * @throws ApiError 422 naming the fields of the form
 */
export function readTerms(
  form: UpdateForm,
  { subscription, items }: { subscription: Subscription; items: SubscriptionItem[] },
): { changes: SubscriptionChanges; lines: FormLine<LineInput>[] } {
  const errors: FieldError[] = [];
  const lines = readLines(form, errors);
  if (lines.length === 0 && !hasTooManyLines(items)) errors.push(missing('product_1'));
  const cardToken = readCardToken(form, errors);
  const couponCode = readCouponCode(form, errors)?.toUpperCase() ?? null;
  if (errors.length > 0) throw invalidFields(errors);
  const anchorDay = anchorOfForm(form);
  const asked = {
    paymentMethod: form.payment_method,
    interval: form.interval,
    intervalCount: form.interval_count,
    // Left empty, the day stays; with another kind of interval the use case chooses it.
    ...(anchorDay !== null && { anchorDay }),
    cycles: form.cycles ?? null,
    endDate: form.end_date ?? null,
    daysBeforeDue: form.days_before_due,
  };
  const products = changedProducts(lines, { items, reprice: form.reprice });
  const changes = {
    ...(products && { products }),
    ...differing(asked, subscription),
    ...cardOf(form, cardToken, subscription),
    ...(couponCode !== subscription.couponCode && { couponCode }),
  };
  return { changes, lines };
}

/** A token is put on file; without one the saved card that is chosen, or what there is. */
function cardOf(form: UpdateForm, cardToken: string | null, { savedCardId }: Subscription): SubscriptionChanges {
  if (cardToken !== null) return { cardToken };
  if (form.remove_card) return { cardToken: null };
  const chosen = form.saved_card_id;
  return chosen === undefined || chosen === savedCardId ? {} : { savedCardId: chosen };
}

function changedProducts(
  lines: FormLine<LineInput>[],
  { items, reprice }: { items: SubscriptionItem[]; reprice: boolean },
): SubscriptionChanges['products'] {
  const present = items.map(({ productId, quantity }) => ({ productId, quantity }));
  // None are sent where the form has none: hasTooManyLines.
  const asked = lines.length > 0 ? productsOf(lines) : present;
  return reprice || JSON.stringify(asked) !== JSON.stringify(present) ? asked : undefined;
}

/** The labels that the form changes. @throws ApiError 422 naming the fields of the form */
export function readLabelChanges(form: LabelsForm, subscription: Subscription): SubscriptionChanges {
  const errors: FieldError[] = [];
  const typed = readLabels(form, errors);
  if (errors.length > 0) throw invalidFields(errors);
  const metadata = metadataChanges(subscription.metadata, typed ?? {});
  const asked = { description: form.description ?? null, externalReference: form.external_reference ?? null };
  return { ...differing(asked, subscription), ...(Object.keys(metadata).length > 0 && { metadata }) };
}

function differing<T extends Partial<Subscription>>(asked: T, present: Subscription): Partial<T> {
  const entries = Object.entries(asked).filter(([name, value]) => present[name as keyof Subscription] !== value);
  return Object.fromEntries(entries) as Partial<T>;
}
