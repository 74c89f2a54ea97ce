import { invoiceMethodOf, METHODS } from '../../banking/payment-method.ts';
import { addDays } from '../../base/calendar/calendar-date.ts';
import type { Company } from '../../accounts/companies/company.entity.ts';
import { subtotalOf } from '../../invoices/price-lines.ts';
import { multiply } from '../../base/money/money.ts';
import { issueMoment } from '../../subscriptions/next-step.ts';
import { isLive } from '../../payments/mandates/read-mandates.ts';
import { authorizationUrlOf } from '../../subscriptions/present-mandate.ts';
import { hasCard } from '../../subscriptions/card-on-file.ts';
import { isOver } from '../../subscriptions/subscription-status.ts';
import type { CommonWords } from '../common/common.words.ts';
import type { Formats } from '../formats.ts';
import { toneOf } from '../invoices/tone.ts';
import { outlookOf } from './outlook.ts';
import type { CycleWithInvoice, SubscriptionRecord } from './read-subscriptions.ts';
import { sayRhythm } from './say-rhythm.ts';
import type { SubscriptionsWords } from './subscriptions.words.ts';
import { CYCLE_TONES, STATUS_TONES } from './tones.ts';
import { upcomingDueDates } from './upcoming-due-dates.ts';

const DUE_DATES_SHOWN = 5;
/** No month is shorter. */
const SHORTEST_MONTH = 28;

interface PageContext {
  company: Company;
  /** The store's time. */
  now: Date;
  w: SubscriptionsWords;
  t: CommonWords;
  f: Formats;
  href: (path: string) => string;
  /** Where payers reach their pages. */
  publicUrl: string;
}

export type SubscriptionAct =
  'edit' | 'pause' | 'resume' | 'cancel' | 'retry' | 'requestAuthorization' | 'cancelAuthorization';

/** The acts that the state of a subscription allows; the use cases decide, and this is for not asking in vain. */
export function actsOn({ subscription, unsettled, mandate }: SubscriptionRecord): SubscriptionAct[] {
  const { pausedAt, cancelAtPeriodEnd } = subscription;
  if (isOver(subscription)) return ['edit'];
  const acts: SubscriptionAct[] = ['edit', 'cancel'];
  if (!cancelAtPeriodEnd) acts.push('pause');
  if (pausedAt || cancelAtPeriodEnd) acts.push('resume');
  const hasFailed = unsettled.some(({ cycle: { state } }) => state === 'retrying' || state === 'unpaid');
  if (hasFailed && !pausedAt) acts.push('retry');
  if (subscription.paymentMethod === 'pix_automatic') {
    acts.push(mandate && isLive(mandate) ? 'cancelAuthorization' : 'requestAuthorization');
  }
  return acts;
}

/** Everything that the page of a subscription says, in the reader's words. */
export function presentSubscriptionPage(record: SubscriptionRecord, context: PageContext): object {
  const { subscription, customer, items, cycles } = record;
  const { company, w, t, f, href } = context;
  const { status, metadata } = subscription;
  return {
    status: { label: w.statuses[status], tone: STATUS_TONES[status] },
    customer: { name: customer.name ?? t.erasedCustomer, href: href(`/customers/${customer.id}`) },
    authorization: presentAuthorization(record, context),
    outlook: outlookOf(record, { ...context, w: w.outlook }),
    terms: termsOf(record, context),
    lines: items.map(({ name, quantity, unitPriceCents }) => ({
      name,
      quantity: f.number(quantity),
      unitPrice: f.money(unitPriceCents),
      amount: f.money(multiply(unitPriceCents, quantity)),
    })),
    total: f.money(subtotalOf(items)),
    upcoming: upcomingDueDates(subscription, DUE_DATES_SHOWN).map((date) => ({
      date: f.date(date),
      madeAt: f.moment(issueMoment(date, subscription, company)),
    })),
    cycles: cycles.map((cycle) => presentCycle(cycle, context)),
    labels: labelsOf(record, context),
    metadata: Object.entries(metadata),
  };
}

/** Null where the subscription never was to be debited. */
function presentAuthorization({ subscription, mandate }: SubscriptionRecord, { w, f, publicUrl }: PageContext) {
  if (!mandate && subscription.paymentMethod !== 'pix_automatic') return null;
  if (!mandate) return { state: w.withoutAuthorization, texts: [], url: null, code: null };
  const { status, requestEndsAt, endedAt, endedBy, qrCode } = mandate;
  const url = authorizationUrlOf(mandate, publicUrl);
  const ended = endedAt && w.authorizationEnd(f.moment(endedAt), endedBy ? w.enders[endedBy] : '');
  const until = url && w.authorizationUntil(f.moment(requestEndsAt));
  const without = status === 'authorized' || isOver(subscription) ? null : w.withoutAuthorization;
  const texts = [until, ended, without].filter((text) => text !== null);
  return { state: w.authorizationStates[status], texts, url, code: status === 'pending' ? qrCode : null };
}

function termsOf({ subscription }: SubscriptionRecord, context: PageContext): { label: string; text: string }[] {
  const { company, w, t, f } = context;
  const { paymentMethod, interval, anchorDay, couponCode, trialEndsOn, daysBeforeDue, startDate } = subscription;
  const { renewalTime } = company;
  const rhythm = sayRhythm(subscription, w.rhythm);
  const isLong = interval === 'month' && anchorDay > SHORTEST_MONTH;
  const isCard = METHODS[invoiceMethodOf(paymentMethod)].takesCardToken;
  const facts: [string, string | null][] = [
    [w.what, isLong ? `${rhythm}. ${w.rhythm.shortMonths}` : rhythm],
    [w.startDate, f.date(startDate)],
    [w.trialEnds, trialEndsOn && f.date(trialEndsOn)],
    [w.end, endOf(subscription, context)],
    [w.made, f.number(subscription.cyclesMade)],
    [w.method, t.methods[paymentMethod]],
    [w.card, isCard ? (hasCard(subscription) ? t.yes : t.no) : null],
    [w.coupon, couponCode],
    [w.issue, isCard ? w.issuedOnDay(renewalTime) : w.issuedBefore(daysBeforeDue, renewalTime)],
  ];
  return facts.flatMap(([label, text]) => (text === null ? [] : [{ label, text }]));
}

function endOf({ cycles, endDate }: SubscriptionRecord['subscription'], { w, f }: PageContext): string {
  if (cycles !== null) return w.endsAfter(f.number(cycles));
  return endDate === null ? w.endless : w.endsBy(f.date(endDate));
}

function labelsOf({ subscription }: SubscriptionRecord, { w, f }: PageContext): { label: string; text: string }[] {
  const { description, externalReference, createdAt, updatedAt } = subscription;
  return [
    { label: w.description, text: description ?? w.notGiven },
    { label: w.reference, text: externalReference ?? w.notGiven },
    { label: w.createdAt, text: f.moment(createdAt) },
    { label: w.updatedAt, text: f.moment(updatedAt) },
  ];
}

function presentCycle({ cycle, invoice }: CycleWithInvoice, { w, t, f, href }: PageContext): object {
  const { number, dueDate, periodEnd, state, failures, nextAttemptAt } = cycle;
  return {
    number: f.number(number),
    period: w.periodOf(f.date(dueDate), f.date(addDays(periodEnd, -1))),
    invoice: {
      id: invoice.id,
      href: href(`/invoices/${invoice.id}`),
      status: t.statuses[invoice.status],
      tone: toneOf(invoice.status),
    },
    total: f.money(invoice.totalCents),
    state: w.chargeStates[state],
    tone: CYCLE_TONES[state],
    failures: f.number(failures),
    nextAttempt: nextAttemptAt && f.moment(nextAttemptAt),
  };
}
