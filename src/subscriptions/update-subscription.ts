import { isDeepStrictEqual } from 'node:util';
import { invoiceMethodOf, METHODS } from '../banking/payment-method.ts';
import type { Store } from '../base/environment.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import { requireKnown } from '../catalog/customers/erased.ts';
import { reader } from '../base/db/transaction.ts';
import { conflict, invalidFields, type FieldError } from '../base/errors/errors.ts';
import { findProducts, priceLines, subtotalOf, type LineInput } from '../invoices/price-lines.ts';
import { mergeMetadata } from '../base/metadata/metadata.ts';
import type { Clock } from '../base/time/clock.ts';
import { checkCardChoice } from '../catalog/cards/find-saved-card.ts';
import { Coupon } from '../catalog/coupons/coupon.entity.ts';
import { checkSubtotal } from '../catalog/coupons/redeem-coupon.ts';
import { storeToday } from '../invoices/due-dates.ts';
import { choiceOf, chooseCard, setCard } from './card-on-file.ts';
import { changeCoupon } from './subscription-coupon.ts';
import { changeSubscription, type SubscriptionChange } from './change-subscription.ts';
import { createItems, type CreateSubscriptionInput } from './create-subscription.ts';
import { changeMandate } from './change-mandate.ts';
import { checkAuthorization } from './mandate-terms.ts';
import { findSubscription } from './find-subscription.ts';
import { readLines } from './read-lines.ts';
import { anchorOf, firstDueDate } from './schedule.ts';
import { moveNextDueDate, type CycleDeps } from './start-cycle.ts';
import { SubscriptionCycle } from './subscription-cycle.entity.ts';
import { SubscriptionItem } from './subscription-item.entity.ts';
import { isOver } from './subscription-status.ts';
import { checkCardToken, checkEnd, checkRhythm } from './subscription-terms.ts';
import type { Subscription } from './subscription.entity.ts';

/** Fields that are not given stay as they are. */
export type SubscriptionChanges = Partial<
  Omit<
    CreateSubscriptionInput,
    'customerId' | 'startDate' | 'trialDays' | 'metadata' | 'anchorDay' | 'daysBeforeDue'
  > & {
    anchorDay: number;
    daysBeforeDue: number;
    metadata: Record<string, string | null>;
  }
>;

/** Fields by the names that the API has for them, in the order in which `subscription.updated` names them. */
const WIRE_NAMES = {
  paymentMethod: 'payment_method',
  interval: 'interval',
  intervalCount: 'interval_count',
  anchorDay: 'anchor_day',
  cycles: 'cycles',
  endDate: 'end_date',
  daysBeforeDue: 'days_before_due',
  description: 'description',
  externalReference: 'external_reference',
  metadata: 'metadata',
} as const;
type FieldName = keyof typeof WIRE_NAMES;
const LABELS: readonly string[] = ['description', 'external_reference', 'metadata'];

/**
 * Changes a subscription from its next invoice on, and announces `subscription.updated` with the names of the changed
 * fields; an invoice that was made stays as it is. Products are taken at their present prices, also those that the
 * subscription had. Only the labels of a subscription that is over can change. A change to present values changes
 * nothing.
 *
 * @throws ApiError 404; 409 `subscription_over` or `customer_erased`; 422 for values that do not fit
 */
export async function updateSubscription(
  deps: CycleDeps & { clock: Clock },
  { store, subscriptionId, changes }: { store: Store; subscriptionId: number; changes: SubscriptionChanges },
): Promise<void> {
  const { em, clock } = deps;
  await findSubscription(reader(em), { store, subscriptionId });
  const at = await clock.now(store);
  await changeSubscription(em, { subscriptionId, at, dispatch: 'outbox' }, async (change) => {
    const { subscription } = change;
    requireKnown(await change.tx.findOneOrFail(Customer, subscription.customerId));
    const before = { ...subscription };
    applyFields(subscription, changes);
    const { cardToken = null, savedCardId = null, couponCode } = changes;
    const takesCard = METHODS[invoiceMethodOf(subscription.paymentMethod)].takesCardToken;
    checkCardToken(subscription.paymentMethod, cardToken);
    checkCardChoice({ takesCard, savedCardId, cardToken });
    const choice = choiceOf(changes);
    if (choice !== undefined) await chooseCard(change.tx, deps, subscription, choice);
    if (!takesCard) setCard(subscription, null);
    checkAuthorization({ ...subscription, authorization: changes.authorization ?? null });
    if (!isOver(subscription)) await changeMandate(deps, change, { before, wish: changes.authorization ?? null });
    const isMoved = await moveSchedule(change, before);
    if (isMoved || changes.cycles !== undefined || changes.endDate !== undefined) {
      const { cyclesMade, startDate, nextDueDate } = subscription;
      checkEnd({ ...subscription, firstDueDate: cyclesMade === 0 ? nextDueDate : startDate });
    }
    const fields = (Object.keys(WIRE_NAMES) as FieldName[]).filter(
      (name) => !isDeepStrictEqual(before[name], subscription[name]),
    );
    const changed: string[] = fields.map((name) => WIRE_NAMES[name]);
    if (changes.products && (await replaceItems(change, store, changes.products))) changed.unshift('products');
    if (await changeDiscount(change, { store, code: couponCode, at, isResold: changed.includes('products') })) {
      changed.push('coupon');
    }
    // Nobody is told which card it is; that it is another one is a change all the same.
    if (before.savedCardId !== subscription.savedCardId) changed.push('saved_card_id');
    if (choice !== undefined && before.cardToken !== subscription.cardToken) changed.push('card_token');
    if (changed.length === 0) return;
    if (isOver(subscription) && changed.some((name) => !LABELS.includes(name))) {
      const why = `Subscription ${subscriptionId} is ${subscription.status}: only its labels can change. Create a new one.`;
      throw conflict('subscription_over', why);
    }
    await change.emit('subscription.updated', { changed });
  });
}

/**
 * @param isResold whether the products have changed: they must be worth what the coupon asks for
 * @returns whether the coupon is another one
 */
async function changeDiscount(
  { tx, subscription, company }: SubscriptionChange,
  { store, code, at, isResold }: { store: Store; code: string | null | undefined; at: Date; isResold: boolean },
): Promise<boolean> {
  if (code === undefined && !isResold) return false;
  const subtotalCents = subtotalOf(await readLines(tx, subscription.id));
  const sale = { store, subscription, subtotalCents, today: storeToday(at, company), at };
  if (code !== undefined && (await changeCoupon(tx, { ...sale, code }))) return true;
  const { couponId } = subscription;
  if (isResold && couponId !== null) checkSubtotal(await tx.findOneOrFail(Coupon, couponId), subtotalCents);
  return false;
}

function applyFields(subscription: Subscription, changes: SubscriptionChanges): void {
  const { metadata, ...fields } = changes;
  const wasWeekly = subscription.interval === 'week';
  for (const name of Object.keys(WIRE_NAMES) as FieldName[]) {
    const value = (fields as Partial<Subscription>)[name];
    if (value !== undefined) Object.assign(subscription, { [name]: value });
  }
  if (metadata) subscription.metadata = mergeMetadata(subscription.metadata, metadata);
  // A weekday is no day of a month: who goes from one to the other and names none keeps that of the next period's first
  // day.
  if (changes.anchorDay === undefined && wasWeekly !== (subscription.interval === 'week')) {
    subscription.anchorDay = anchorOf(subscription.interval, subscription.chargeableFrom);
  }
  checkRhythm(subscription);
}

/**
 * A new rhythm begins when the period that was sold is over, or with the first day after it that the new anchor names:
 * none becomes shorter than it was sold.
 *
 * @returns whether it is a new one
 */
async function moveSchedule({ tx, subscription }: SubscriptionChange, before: Subscription): Promise<boolean> {
  const { interval, intervalCount, anchorDay, nextDueDate, chargeableFrom } = subscription;
  if (interval === before.interval && intervalCount === before.intervalCount && anchorDay === before.anchorDay) {
    return false;
  }
  const origin = firstDueDate({ interval, anchorDay }, chargeableFrom);
  subscription.originDate = origin;
  if (subscription.periodEndsOn === nextDueDate) subscription.periodEndsOn = origin;
  await tx.nativeUpdate(
    SubscriptionCycle,
    { subscriptionId: subscription.id, periodEnd: nextDueDate },
    { periodEnd: origin },
  );
  await moveNextDueDate(tx, subscription, { from: chargeableFrom, to: origin });
  return true;
}

/** @returns whether the lines differ from what they were, in product, quantity, name or price */
async function replaceItems(
  { tx, subscription }: SubscriptionChange,
  store: Store,
  products: LineInput[],
): Promise<boolean> {
  const errors: FieldError[] = [];
  const lines = priceLines(await findProducts(tx, { store, lines: products }), products, errors);
  if (errors.length > 0) throw invalidFields(errors);
  subtotalOf(lines);
  const { id: subscriptionId } = subscription;
  if (isDeepStrictEqual(await readLines(tx, subscriptionId), lines)) return false;
  await tx.nativeDelete(SubscriptionItem, { subscriptionId });
  createItems(tx, subscriptionId, lines);
  await tx.flush();
  return true;
}
