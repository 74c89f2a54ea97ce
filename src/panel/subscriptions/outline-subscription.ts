import { amountOff } from '../../banking/amounts.ts';
import type { FieldError } from '../../base/errors/errors.ts';
import { multiply, sum } from '../../base/money/money.ts';
import { findCouponOfCode } from '../../catalog/coupons/find-coupon.ts';
import { leavesSomething } from '../../catalog/coupons/redeem-coupon.ts';
import { findProducts, priceLines } from '../../invoices/price-lines.ts';
import { planTerms } from '../../subscriptions/create-subscription.ts';
import { issueMoment } from '../../subscriptions/next-step.ts';
import { describeRefusals } from '../read-form.ts';
import type { RequestOf } from '../screen.ts';
import { termsProblems } from './refused-fields.ts';
import { productsOf, readCreateForm, type CreateForm } from './subscription-form.ts';
import type { SubscriptionsWords } from './subscriptions.words.ts';
import { upcomingDueDates } from './upcoming-due-dates.ts';

const CHARGES_SHOWN = 6;

/** A subscription that somebody still fills in, in the reader's words. */
export interface SubscriptionOutline {
  /** The first charges. Empty while its terms are wrong. */
  charges: { date: string; madeAt: string; amount: string }[];
  /** The first of its terms that is wrong. */
  problem: string | null;
}

/** Null while there is no line. Nothing is written. */
export async function outlineSubscription({
  deps,
  store,
  company,
  language,
  input: form,
  w,
  f,
}: RequestOf<'store', SubscriptionsWords, Partial<CreateForm>>): Promise<SubscriptionOutline | null> {
  const errors: FieldError[] = [];
  const { input, lines: asked } = readCreateForm(form as CreateForm, errors);
  const products = productsOf(asked);
  const lines = priceLines(await findProducts(deps.em, { store, lines: products }), products, []);
  if (lines.length === 0) return null;
  const totalCents = sum(lines.map(({ unitPriceCents, quantity }) => multiply(unitPriceCents, quantity)));
  const at = await deps.clock.now(store);
  const [problem] = describeRefusals(termsProblems(input, company, at), language, w.problems);
  if (problem) return { charges: [], problem: problem.text };
  const plan = planTerms(input, company, at);
  const none = {
    cyclesMade: 0,
    pausedAt: null,
    resumesOn: null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
  };
  const dates = upcomingDueDates({ ...plan, ...none }, CHARGES_SHOWN);
  const days = {
    paymentMethod: input.paymentMethod,
    daysBeforeDue: input.daysBeforeDue ?? company.subscriptionDaysBeforeDue,
  };
  const { couponCode: code = null } = input;
  const coupon = code === null ? null : await findCouponOfCode(deps.em, { store, code });
  const charges = dates.map((date, index) => {
    const hasCoupon =
      coupon && (coupon.cycles === null || index < coupon.cycles) && leavesSomething(coupon, totalCents);
    const madeAt = issueMoment(date, days, company);
    return {
      date: f.date(date),
      madeAt: madeAt <= at ? w.form.madeNow : f.moment(madeAt),
      amount: f.money(hasCoupon ? totalCents - amountOff(totalCents, coupon.discount) : totalCents),
    };
  });
  return { charges, problem: null };
}
