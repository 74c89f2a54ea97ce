import { PAYMENT_METHODS } from '../../banking/payment-method.ts';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import type { CheckoutConversion } from '../../statistics/checkout-conversion.ts';
import type { DeliveriesOfDay } from '../../statistics/deliveries-by-day.ts';
import type { PaymentsOfDay } from '../../statistics/payments-by-day.ts';
import type { PaymentsOfMethod } from '../../statistics/payments-by-method.ts';
import type { RefusalsOfReason } from '../../statistics/refusals-by-reason.ts';
import type { CommonWords } from '../common/common.words.ts';
import type { Formats } from '../formats.ts';
import { columnChart, rowChart, type ColumnChart, type RowChart } from './bar-chart.ts';
import { chartFormats } from './chart-formats.ts';
import type { overviewWords } from './overview.words.ts';

/** The summary of a chart in words, and the same numbers as a table. */
interface Spoken {
  id: string;
  title: string;
  description: string;
  table: { heads: string[]; rows: string[][] };
  /** Where the rows behind each bar are; null where no list has them. */
  links: (string | null)[];
}

/** Columns of days: `columns.eta` draws it. */
export interface ColumnsView extends Spoken {
  chart: ColumnChart;
  tickTexts: string[];
  labels: string[];
  /** The tips that a pointer gets on a column. */
  tips: string[];
  /** Names of what stands upon each other, as the legend has them; none for columns of one value. */
  legend: { text: string; isFailure: boolean }[];
}

/** Bars with names: `rows.eta` draws it. */
export interface RowsView extends Spoken {
  chart: RowChart;
  names: string[];
  values: string[];
  note?: string;
}

interface Context {
  w: (typeof overviewWords)[PanelLanguage];
  t: CommonWords;
  f: Formats;
  language: PanelLanguage;
  /** The address of a page of the store, with a query. */
  link: (path: string, query: Record<string, string>) => string;
  /** The first and the last day of the figures. */
  range: { from: string; to: string };
}

/** Longer names would run into the number at their right. */
const LONGEST_NAME = 34;

/** Null where nothing was paid. */
export function paidByDayView(days: PaymentsOfDay[], { w, f, language, link }: Context): ColumnsView | null {
  const best = days.reduce((one, other) => (other.amountCents > one.amountCents ? other : one));
  if (best.amountCents === 0) return null;
  const total = days.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const chart = columnChart(days.map(({ amountCents }) => [amountCents / 100]));
  const { compact, day } = chartFormats(language);
  const rows = days.map(({ date, amountCents, count }) => [f.date(date), f.money(amountCents), f.number(count)]);
  return {
    id: 'paid-by-day',
    title: w.paidByDay,
    description: w.paidByDayText(f.money(total), f.money(best.amountCents), f.date(best.date)),
    chart,
    tickTexts: chart.ticks.map(({ value }) => compact(value)),
    labels: days.map(({ date }) => day(date)),
    tips: rows.map(([date, amount, count]) => `${date}: ${amount} (${w.paidCount(count!, count === '1')})`),
    legend: [],
    table: { heads: [w.day, w.amount, w.payments], rows },
    links: days.map(({ date, count }) => (count > 0 ? link('/money', { from: date, to: date }) : null)),
  };
}

/** Null where nothing was paid. */
export function paidByMethodView(methods: PaymentsOfMethod[], { w, t, f, link }: Context): RowsView | null {
  if (methods.every(({ count }) => count === 0)) return null;
  const names = methods.map(({ method }) => t.methods[method]);
  return {
    id: 'paid-by-method',
    title: w.paidByMethod,
    description: w.paidByMethodText,
    chart: rowChart(methods.map(({ amountCents }) => amountCents)),
    names,
    values: methods.map(({ amountCents, count }) => `${f.money(amountCents)} · ${f.number(count)}`),
    table: {
      heads: [w.method, w.amount, w.payments],
      rows: methods.map(({ amountCents, count }, index) => [names[index]!, f.money(amountCents), f.number(count)]),
    },
    links: methods.map(({ method }) =>
      PAYMENT_METHODS.some((one) => one === method) ? link('/invoices', { method, status: 'paid' }) : null,
    ),
  };
}

/** Null where no invoice was created. */
export function funnelView(conversion: CheckoutConversion, { w, f, link, range }: Context): RowsView | null {
  if (conversion.created === 0) return null;
  const created = { created_from: range.from, created_to: range.to };
  const steps = (['created', 'opened', 'started', 'paid'] as const).map((step) => {
    const count = conversion[step];
    return { name: w.steps[step], count, share: f.percent(count / conversion.created) };
  });
  return {
    id: 'funnel',
    title: w.funnel,
    description: w.funnelText,
    chart: rowChart(steps.map(({ count }) => count)),
    names: steps.map(({ name }) => name),
    values: steps.map(({ count, share }) => `${f.number(count)} · ${share}`),
    note: w.funnelNote,
    table: {
      heads: [w.step, w.count, w.share],
      rows: steps.map(({ name, count, share }) => [name, f.number(count), share]),
    },
    links: [link('/invoices', created), null, null, link('/invoices', { ...created, status: 'paid' })],
  };
}

/** Null where nothing was refused. */
export function refusalsView(refusals: RefusalsOfReason[], { w, f, link }: Context): RowsView | null {
  if (refusals.length === 0) return null;
  const named = refusals.map(({ reason, count }) => ({ name: reasonText(reason, w), count: f.number(count) }));
  return {
    id: 'refusals',
    title: w.refusals,
    description: w.refusalsText,
    chart: rowChart(refusals.map(({ count }) => count)),
    names: named.map(({ name }) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name)),
    values: named.map(({ count }) => count),
    table: { heads: [w.reason, w.count], rows: named.map(({ name, count }) => [name, count]) },
    links: refusals.map(() => link('/invoices', { status: 'refused' })),
  };
}

function reasonText(reason: string | null, w: Context['w']): string {
  if (reason === null) return w.otherReasons;
  return Object.hasOwn(w.reasons, reason) ? w.reasons[reason]! : reason;
}

/** Null where nothing was delivered, nor failed to be. */
export function deliveriesView(days: DeliveriesOfDay[], { w, f, language, link }: Context): ColumnsView | null {
  const delivered = days.reduce((sum, day) => sum + day.delivered, 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  if (delivered + failed === 0) return null;
  const chart = columnChart(
    days.map((day) => [day.delivered, day.failed]),
    { whole: true },
  );
  const { compact, day } = chartFormats(language);
  const rows = days.map((one) => [f.date(one.date), f.number(one.delivered), f.number(one.failed)]);
  const share = f.percent(delivered / (delivered + failed));
  return {
    id: 'deliveries',
    title: w.deliveries,
    description: `${w.deliveriesText(f.number(delivered), f.number(failed))} ${w.success(share)}.`,
    chart,
    tickTexts: chart.ticks.map(({ value }) => compact(value)),
    labels: days.map(({ date }) => day(date)),
    tips: rows.map(([date, good, bad]) => `${date}: ${w.delivered} ${good}, ${w.failed} ${bad}`),
    legend: [
      { text: `${w.delivered}: ${f.number(delivered)} (${share})`, isFailure: false },
      { text: `${w.failed}: ${f.number(failed)}`, isFailure: true },
    ],
    table: { heads: [w.day, w.delivered, w.failed], rows },
    links: days.map((one) => (one.failed > 0 ? link('/deliveries', { status: 'failed' }) : null)),
  };
}
