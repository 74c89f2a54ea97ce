import { joi } from '../../base/http/joi.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import { gatewayTitle } from '../../gateways/gateway-registry.ts';
import { gatewayAccountsOf } from '../../gateways/read-account.ts';
import { amountOpen } from '../../statistics/amount-open.ts';
import { checkoutConversion } from '../../statistics/checkout-conversion.ts';
import { deliveriesByDay } from '../../statistics/deliveries-by-day.ts';
import { hasInvoices } from '../../statistics/has-invoices.ts';
import { paymentsByDay } from '../../statistics/payments-by-day.ts';
import { paymentsByMethod } from '../../statistics/payments-by-method.ts';
import { lastDays } from '../../statistics/period.ts';
import { refusalsByReason } from '../../statistics/refusals-by-reason.ts';
import { formFields } from '../form-fields.ts';
import { readReadiness } from '../go-live/read-readiness.ts';
import { screen, type Act, type RequestOf } from '../screen.ts';
import { deliveriesView, funnelView, paidByDayView, paidByMethodView, refusalsView } from './chart-views.ts';
import { overviewWords } from './overview.words.ts';

const LENGTHS = ['7', '30', '90'] as const;

const overviewScreen = screen({
  id: 'overview',
  scope: 'store',
  path: '',
  section: 'overview',
  words: overviewWords,
  query: joi.object<{ days: (typeof LENGTHS)[number] }>({ days: formFields.choice(LENGTHS).default('30') }),
  show: async (request) => {
    const { deps, store, company, input, w, t, f, language } = request;
    const { em } = deps;
    const failing = await failingGateway(request);
    const goingLive = await goingLiveOf(request);
    if (!(await hasInvoices(em, store)))
      return { template: 'overview/welcome', title: w.title, data: { failing, goingLive } };
    const now = await deps.clock.now(store);
    const period = lastDays({ now, days: Number(input.days), timeZone: company.timeZone });
    const of = { store, period };
    const [days, methods, conversion] = [
      await paymentsByDay(em, of),
      await paymentsByMethod(em, of),
      await checkoutConversion(em, of),
    ];
    const total = (field: 'count' | 'amountCents' | 'refundedCents') => days.reduce((sum, day) => sum + day[field], 0);
    const words = { w, t, f, language };
    return {
      template: 'overview/overview',
      title: w.title,
      data: {
        failing,
        goingLive,
        days: input.days,
        lengths: LENGTHS.map((value) => ({ value, label: w.periods[value] })),
        range: w.range(f.date(period.dates[0]!), f.date(period.dates.at(-1)!)),
        paid: { count: total('count'), amountCents: total('amountCents'), refundedCents: total('refundedCents') },
        open: await amountOpen(em, { store, today: storeToday(now, company) }),
        conversion: conversion.created > 0 ? conversion.paid / conversion.created : null,
        paidByDay: paidByDayView(days, words),
        paidByMethod: paidByMethodView(methods, words),
        funnel: funnelView(conversion, words),
        refusals: refusalsView(await refusalsByReason(em, of), words),
        deliveries: deliveriesView(await deliveriesByDay(em, of), words),
      },
    };
  },
});

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
