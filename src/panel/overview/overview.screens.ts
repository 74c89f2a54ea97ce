import { addDays, daysBetween } from '../../base/calendar/calendar-date.ts';
import { joi } from '../../base/http/joi.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import { gatewayTitle } from '../../gateways/gateway-registry.ts';
import { gatewayAccountsOf } from '../../gateways/read-account.ts';
import { listEvents } from '../../events/find-event.ts';
import { amountOpen, DAYS_SOON } from '../../statistics/amount-open.ts';
import { checkoutConversion, type CheckoutConversion } from '../../statistics/checkout-conversion.ts';
import { deliveriesByDay } from '../../statistics/deliveries-by-day.ts';
import { hasInvoices } from '../../statistics/has-invoices.ts';
import { paymentsByDay, type PaymentsOfDay } from '../../statistics/payments-by-day.ts';
import { paymentsByMethod } from '../../statistics/payments-by-method.ts';
import { lastDays, periodBefore, periodOf, type Period } from '../../statistics/period.ts';
import { refusalsByReason } from '../../statistics/refusals-by-reason.ts';
import { formFields } from '../form-fields.ts';
import { readReadiness } from '../go-live/read-readiness.ts';
import { screen, type Act, type RequestOf } from '../screen.ts';
import { deliveriesView, funnelView, paidByDayView, paidByMethodView, refusalsView } from './chart-views.ts';
import { SHARED_WORDS } from '../webhooks/shared.words.ts';
import { readAttention } from './read-attention.ts';
import { overviewWords } from './overview.words.ts';

const LENGTHS = ['7', '30', '90'] as const;
/** The most days that figures and charts are of. */
const MOST_DAYS = 366;
const EVENTS_SHOWN = 8;

interface OverviewQuery {
  days: (typeof LENGTHS)[number];
  /** Days of one's own, both included; they go before `days`. */
  from?: string;
  to?: string;
}

type OverviewRequest = RequestOf<'store', (typeof overviewWords)['en'], OverviewQuery>;

const overviewScreen = screen({
  id: 'overview',
  scope: 'store',
  path: '',
  section: 'overview',
  words: overviewWords,
  query: joi.object<OverviewQuery>({
    days: formFields.choice(LENGTHS).default('30'),
    from: formFields.date(),
    to: formFields.dateFrom('from'),
  }),
  show: async (request) => {
    const { deps, store, company, input, asked, w, t, f, language, href } = request;
    const { em } = deps;
    const failing = await failingGateway(request);
    const goingLive = await goingLiveOf(request);
    if (!(await hasInvoices(em, store)))
      return { template: 'overview/welcome', title: w.title, data: { failing, goingLive } };
    const now = await deps.clock.now(store);
    const period = periodAsked(request, now);
    const of = { store, period };
    const before = { store, period: periodBefore(period) };
    const days = await paymentsByDay(em, of);
    const conversion = await checkoutConversion(em, of);
    const received = sumOf(days);
    const receivedBefore = sumOf(await paymentsByDay(em, before));
    const converted = shareOf(conversion);
    const convertedBefore = shareOf(await checkoutConversion(em, before));
    const range = { from: period.dates[0]!, to: period.dates.at(-1)! };
    const link = (path: string, query: Record<string, string>) =>
      href(`${path}?${new URLSearchParams(query).toString()}`);
    const words = { w, t, f, language, link, range };
    const today = storeToday(now, company);
    return {
      template: 'overview/overview',
      title: w.title,
      data: {
        failing,
        goingLive,
        problems: asked.problems.map(({ text }) => text),
        days: input.days,
        lengths: LENGTHS.map((value) => ({ value, label: w.periods[value] })),
        ownDays: isOwn(input) ? `${f.shortDate(range.from)} – ${f.shortDate(range.to)}` : '',
        range: w.range(f.date(range.from), f.date(range.to)),
        paid: received,
        paidChange: changeOf(received.amountCents, receivedBefore.amountCents, { w, f, days: period.dates.length }),
        open: await amountOpen(em, { store, today }),
        overdueHref: link('/invoices', { status: 'overdue' }),
        dueSoonHref: link('/invoices', { due_from: today, due_to: addDays(today, DAYS_SOON) }),
        conversion: converted,
        conversionBefore: convertedBefore === null ? null : w.conversionBefore(f.percent(convertedBefore)),
        attention: await readAttention(request),
        activity: await activityOf(request, now),
        paidByDay: paidByDayView(days, words),
        paidByMethod: paidByMethodView(await paymentsByMethod(em, of), words),
        funnel: funnelView(conversion, words),
        refusals: refusalsView(await refusalsByReason(em, of), words),
        deliveries: deliveriesView(await deliveriesByDay(em, of), words),
      },
    };
  },
});

function isOwn({ from, to }: OverviewQuery): boolean {
  return from !== undefined || to !== undefined;
}

/** The days that the reader asked for; at most a year, of which the last days count. */
function periodAsked({ input, asked, company, w }: OverviewRequest, now: Date): Period {
  const { timeZone } = company;
  if (!isOwn(input)) return lastDays({ now, days: Number(input.days), timeZone });
  const last = input.to ?? maxDate(storeToday(now, company), input.from!);
  const first = input.from ?? addDays(last, 1 - Number(input.days));
  const days = daysBetween(first, last) + 1;
  if (days <= MOST_DAYS) return periodOf({ first, days, timeZone });
  asked.problems.push({ field: 'from', text: w.tooManyDays(MOST_DAYS) });
  return periodOf({ first: addDays(last, 1 - MOST_DAYS), days: MOST_DAYS, timeZone });
}

function maxDate(one: string, other: string): string {
  return one > other ? one : other;
}

function sumOf(days: PaymentsOfDay[]): Omit<PaymentsOfDay, 'date'> {
  const total = (field: 'count' | 'amountCents' | 'refundedCents') => days.reduce((sum, day) => sum + day[field], 0);
  return { count: total('count'), amountCents: total('amountCents'), refundedCents: total('refundedCents') };
}

function shareOf({ created, paid }: CheckoutConversion): number | null {
  return created > 0 ? paid / created : null;
}

/** How an amount differs from that of as many days before. */
function changeOf(
  cents: number,
  beforeCents: number,
  { w, f, days }: Pick<OverviewRequest, 'w' | 'f'> & { days: number },
): string {
  if (beforeCents === 0) return w.nothingBefore(f.number(days));
  const change = (cents - beforeCents) / beforeCents;
  return w.changeBefore(
    `${change >= 0 ? '+' : '−'}${f.percent(Math.abs(change))}`,
    f.money(beforeCents),
    f.number(days),
  );
}

/** The latest events of the store, each with the page of its subject. */
async function activityOf({ deps, store, w, f, language, href }: OverviewRequest, now: Date) {
  const { rows } = await listEvents(deps.em, { store, query: { limit: EVENTS_SHOWN } });
  return rows.map(({ type, resourceType, resourceId, createdAt }) => {
    const place = PLACES[resourceType];
    return {
      text: SHARED_WORDS[language].events[type],
      subject: place ? { name: w.subjects[place](resourceId), href: href(`/${place}/${resourceId}`) } : null,
      at: createdAt.toISOString(),
      full: f.moment(createdAt),
      ago: f.ago(createdAt, now),
    };
  });
}

/** The pages of the things that events are about. */
const PLACES: Partial<Record<string, 'invoices' | 'subscriptions' | 'customers'>> = {
  invoice: 'invoices',
  subscription: 'subscriptions',
  customer: 'customers',
};

/** For people who may mend it: that the store's gateway refuses its access. */
async function failingGateway({ deps, store, can }: RequestOf<'store', unknown, unknown>) {
  if (!can('manage')) return null;
  const failing = (await gatewayAccountsOf(deps.em, store)).find(({ failingSince }) => failingSince !== null);
  if (!failing?.failingSince) return null;
  const { gateway, failingSince } = failing;
  return { gateway: gatewayTitle(deps.gateways, gateway), since: failingSince };
}

/** How far the store is from its first sale in production; null once every step is done. */
async function goingLiveOf(request: RequestOf<'store', (typeof overviewWords)['en'], unknown>) {
  const { store, w, can } = request;
  if (!can('collect')) return null;
  if (store.environment === 'sandbox') return { isBlocked: false, text: w.goLiveFromSandbox };
  const { isBlocked, done, all } = await readReadiness(request);
  if (done === all) return null;
  return { isBlocked, text: isBlocked ? w.goLiveBlocked : w.goLiveProgress(done, all) };
}

export const overviewScreens = [overviewScreen];
export const overviewActs: Act[] = [];
