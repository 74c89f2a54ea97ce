import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { addDays } from '../base/calendar/calendar-date.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import type { Store } from '../base/environment.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import { inIdOrder } from '../base/db/in-id-order.ts';
import { inTransaction } from '../base/db/transaction.ts';
import { gatewayNotConfigured, invalidFields } from '../base/errors/errors.ts';
import { customerProblems } from '../invoices/create-invoice.ts';
import { storeToday } from '../invoices/due-dates.ts';
import { findProducts, priceLines, subtotalOf, type LineInput, type ProductLine } from '../invoices/price-lines.ts';
import type { Metadata } from '../base/metadata/metadata.ts';
import { invoiceMethodOf, METHODS, type SubscriptionMethod } from '../banking/payment-method.ts';
import { OutboxEntry } from '../base/outbox/outbox-entry.entity.ts';
import { checkChargeable } from '../invoices/check-chargeable.ts';
import type { Clock } from '../base/time/clock.ts';
import { momentOf } from './billing-time.ts';
import { checkCardChoice } from '../catalog/cards/find-saved-card.ts';
import { checkCoupon, lockCoupon, redeemCoupon } from '../catalog/coupons/redeem-coupon.ts';
import { choiceOf, chooseCard } from './card-on-file.ts';
import { announce, noteNextStep } from './change-subscription.ts';
import { anchorOf, firstDueDate, type SubscriptionInterval } from './schedule.ts';
import { checkAuthorization, checkMandateTerms, journeyOf, type MandateWish } from './mandate-terms.ts';
import { askForMandate } from './mandates.ts';
import { issueDate } from './next-step.ts';
import { makeCycle, type CycleDeps } from './start-cycle.ts';
import { SubscriptionItem } from './subscription-item.entity.ts';
import { checkCardToken, checkEnd, checkRhythm, checkStartDate } from './subscription-terms.ts';
import { Subscription } from './subscription.entity.ts';

export interface CreateSubscriptionInput {
  customerId: number;
  products: LineInput[];
  paymentMethod: SubscriptionMethod;
  /** Left out or null: as fits the first charge. For `pix_automatic` alone. */
  authorization?: MandateWish | null;
  interval: SubscriptionInterval;
  intervalCount: number;
  /** Null: the day on which it begins, or on which its trial is over. */
  anchorDay: number | null;
  /** Null: today. */
  startDate: string | null;
  trialDays: number;
  cycles: number | null;
  endDate: string | null;
  /** Null: the store's. */
  daysBeforeDue: number | null;
  cardToken: string | null;
  /** Instead of a token: a saved card of the customer. Left out or null: none. */
  savedCardId?: number | null;
  /** The code of a coupon; left out or null: none. */
  couponCode?: string | null;
  description: string | null;
  externalReference: string | null;
  metadata: Metadata;
}

/**
 * Starts a subscription, with its event, in one transaction. Where the first invoice is due to be made already it is
 * made here, so that the answer can name it; from then on the workflow, which the outbox entry starts, makes them.
 *
 * @throws ApiError 422 naming each customer or product that the store does not have, terms that do not fit, a coupon
 *   or saved card that is not to be had, and `gateway_not_configured`
 */
export async function createSubscription(
  deps: CycleDeps & { clock: Clock },
  { store, input }: { store: Store; input: CreateSubscriptionInput },
): Promise<Subscription> {
  const paymentMethod = invoiceMethodOf(input.paymentMethod);
  const gateway = await deps.gateways.forStore(deps.em, store, paymentMethod);
  if (!gateway) throw gatewayNotConfigured(paymentMethod);
  const at = await deps.clock.now(store);
  const { cardToken, savedCardId = null, couponCode = null } = input;
  checkCardChoice({ takesCard: METHODS[paymentMethod].takesCardToken, savedCardId, cardToken });

  return inTransaction(deps.em, async (tx) => {
    const company = await tx.findOneOrFail(Company, store.companyId);
    const { customer, lines } = await readSale(tx, store, input);
    checkAuthorization({ ...input, authorization: input.authorization ?? null });
    if (input.paymentMethod === 'pix_automatic') checkMandateTerms({ gateway, customer, terms: input });
    const charge = { paymentMethod, totalCents: subtotalOf(lines), dueDate: null };
    checkChargeable(gateway, customer, charge, { named: {}, today: storeToday(at, company) });
    const terms = planTerms(input, company, at);
    const sale = { customerId: input.customerId, subtotalCents: subtotalOf(lines), today: storeToday(at, company) };
    const coupon = couponCode === null ? null : await lockCoupon(tx, { store, code: couponCode });
    if (coupon) await checkCoupon(tx, coupon, sale);
    await inIdOrder(tx, store, 'subscriptions');
    const subscription = tx.create(Subscription, {
      ...store,
      customerId: input.customerId,
      paymentMethod: input.paymentMethod,
      ...terms,
      daysBeforeDue: input.daysBeforeDue ?? company.subscriptionDaysBeforeDue,
      description: input.description,
      externalReference: input.externalReference,
      metadata: input.metadata,
      version: 0,
      eventSequence: 0,
      cyclesMade: 0,
      cardToken: null,
      savedCardId: null,
      couponId: coupon?.id ?? null,
      couponCode: coupon?.code ?? null,
      offeredCardToken: null,
      offeredAttemptId: null,
      authorizedAt: null,
      pausedAt: null,
      resumesOn: null,
      cancelAtPeriodEnd: false,
      pastDueSince: null,
      givesUpOn: null,
      canceledAt: null,
      cancellationReason: null,
      endedAt: null,
      nextStepAt: null,
      createdAt: at,
      updatedAt: at,
    });
    await tx.flush();
    const { id: subscriptionId } = subscription;
    await chooseCard(tx, deps, subscription, choiceOf({ cardToken, savedCardId }) ?? null);
    if (coupon) await redeemCoupon(tx, coupon, { customerId: input.customerId, subscriptionId, at });
    createItems(tx, subscriptionId, lines);
    await tx.flush();
    // In the order in which lists are locked, although the event comes before the invoice.
    await inIdOrder(tx, store, 'invoices');
    await announce(tx, { subscription, company, at })('subscription.created', {});
    // A customer who subscribes before the store's renewal time of the day pays now all the same.
    const isDueToday = issueDate(subscription.nextDueDate, subscription) <= storeToday(at, company);
    if (isDueToday) await makeCycle(deps, { tx, subscription, company, mandates: [], at });
    if (input.paymentMethod === 'pix_automatic') {
      const wish = input.authorization ?? { journey: null, payerAccount: null };
      const journey = journeyOf(wish, { hasCharge: isDueToday });
      const { secrets } = deps;
      await askForMandate(tx, { ...wish, journey, subscription, company, gateway: gateway.name, secrets, at });
    }
    subscription.version = 1;
    await tx.flush();
    await noteNextStep(tx, { subscription, company });
    tx.create(OutboxEntry, { subjectType: 'subscription', subjectId: subscriptionId });
    return subscription;
  });
}

/** Reads the customer and the priced lines. An error names each unknown customer or product at once. */
async function readSale(
  tx: EntityManager,
  store: Store,
  { customerId, products }: Pick<CreateSubscriptionInput, 'customerId' | 'products'>,
): Promise<{ customer: Customer; lines: ProductLine[] }> {
  // Nobody archives the customer meanwhile.
  const lock = { lockMode: LockMode.PESSIMISTIC_READ } as const;
  const customer = await tx.findOne(Customer, { id: customerId, ...store }, lock);
  const errors = customerProblems(customer, customerId);
  const lines = priceLines(await findProducts(tx, { store, lines: products }), products, errors);
  if (errors.length > 0 || !customer) throw invalidFields(errors);
  subtotalOf(lines);
  return { customer, lines };
}

export function createItems(tx: EntityManager, subscriptionId: number, lines: ProductLine[]): void {
  for (const [position, line] of lines.entries()) tx.create(SubscriptionItem, { subscriptionId, position, ...line });
}

/**
 * The beginning and the end that a subscription would have, made now.
 *
 * @throws ApiError 422 for terms that do not fit
 */
export function planTerms(
  input: Pick<
    CreateSubscriptionInput,
    | ('interval' | 'intervalCount' | 'anchorDay' | 'startDate' | 'trialDays' | 'cycles' | 'endDate')
    | ('paymentMethod' | 'cardToken')
  >,
  company: Company,
  at: Date,
): Pick<
  Subscription,
  | 'status'
  | 'interval'
  | 'intervalCount'
  | 'anchorDay'
  | 'originDate'
  | 'nextDueDate'
  | 'chargeableFrom'
  | 'periodEndsOn'
  | 'startDate'
  | 'trialEndsOn'
  | 'cycles'
  | 'endDate'
> {
  const { interval, intervalCount, trialDays, cycles, endDate } = input;
  const today = storeToday(at, company);
  const startDate = input.startDate ?? today;
  checkStartDate(startDate, today);
  checkRhythm(input);
  checkCardToken(input.paymentMethod, input.cardToken);
  const trialEndsOn = trialDays > 0 ? addDays(startDate, trialDays) : null;
  const chargedFrom = trialEndsOn ?? startDate;
  const anchorDay = input.anchorDay ?? anchorOf(interval, chargedFrom);
  const originDate = firstDueDate({ interval, anchorDay }, chargedFrom);
  checkEnd({ cycles, cyclesMade: 0, endDate, firstDueDate: originDate });
  const isTrialing = trialEndsOn !== null && momentOf(trialEndsOn, company) > at;
  return {
    status: isTrialing ? 'trialing' : input.paymentMethod === 'pix_automatic' ? 'awaiting_authorization' : 'active',
    interval,
    intervalCount,
    anchorDay,
    originDate,
    nextDueDate: originDate,
    chargeableFrom: originDate,
    periodEndsOn: originDate,
    startDate,
    trialEndsOn,
    cycles,
    endDate,
  };
}
