import { addDays } from '../../base/calendar/calendar-date.ts';
import { joi } from '../../base/http/joi.ts';
import { gatewayTitle } from '../../gateways/gateway-registry.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import { readBalance } from '../../payments/ledger/read-balance.ts';
import { listPayouts } from '../../payments/payouts/list-payouts.ts';
import { readReport, REPORT_PERIODS, type ReportPeriod, type ReportRow } from '../../payments/reports/read-report.ts';
import { makeStatementFile } from '../../payments/reports/make-statement-file.ts';
import { CONTENT_TYPES, FILE_FORMATS, type FileFormat } from '../../payments/reports/statement-files.ts';
import { formFields } from '../form-fields.ts';
import { screen, type Act, type RequestOf } from '../screen.ts';
import { wordFor } from '../invoices/word-for.ts';
import { moneyWords } from './money.words.ts';

/** The days of a report unless they are chosen. */
const DAYS = 30;
/** A page has a row for each of these at most. */
const MOST_DAYS = 400;
const MOST_PAYOUTS = 20;

/** A column of any other figure is there where a row has one. */
const ALWAYS_SHOWN: readonly (keyof ReportRow)[] = ['period', 'receivedCents', 'feesCents', 'netCents'];

interface Days {
  from?: string;
  to?: string;
}

const days = { from: formFields.date(), to: formFields.dateFrom('from') };

type MoneyRequest<Query> = RequestOf<'store', (typeof moneyWords)['en'], Query>;

const moneyScreen = screen({
  id: 'money',
  scope: 'store',
  path: '/money',
  section: 'money',
  needs: 'view',
  words: moneyWords,
  query: joi.object<Days & { by: ReportPeriod }>({ ...days, by: formFields.choice(REPORT_PERIODS).default('day') }),
  show: async (request) => {
    const { deps, store, asked, input, w, f, href } = request;
    const { em } = deps;
    const now = await deps.clock.now(store);
    const balance = await readBalance(em, { store, now });
    const range = rangeOf(request, now);
    const rows = await readReport(em, { store, ...range, by: input.by });
    const payouts = await listPayouts(em, { store, query: { limit: MOST_PAYOUTS } });
    const title = (gateway: string): string =>
      gateway in w.gatewayTitles ? wordFor(w.gatewayTitles, gateway) : gatewayTitle(deps.gateways, gateway);
    const names = (Object.keys(w.figures) as (keyof ReportRow)[]).filter(
      (name) => ALWAYS_SHOWN.includes(name) || rows.some((row) => row[name] !== 0),
    );
    const present = (row: ReportRow): string[] =>
      names.map((name) => (name === 'period' ? periodText(row.period, f) : f.money(row[name])));
    const total = (name: keyof ReportRow): number =>
      name === 'period' ? 0 : rows.reduce((sum, row) => sum + row[name], 0);
    const states = { pending: 'info', paid: 'good', failed: 'bad' } as const;
    return {
      template: 'money/money',
      title: w.title,
      data: {
        path: href('/money'),
        problems: asked.problems.map(({ text }) => text),
        figures: [
          { label: w.available, text: f.money(balance.availableCents), href: null },
          { label: w.pending, text: f.money(balance.pendingCents), href: null },
          { label: w.disputed, text: f.money(balance.disputedCents), href: href('/disputes') },
        ],
        gateways: balance.gateways.map(({ gateway, availableCents, pendingCents }) => ({
          ...{ title: title(gateway), available: f.money(availableCents), pending: f.money(pendingCents) },
        })),
        pendingDays: balance.pendingByDay.map(({ date, amountCents }) => ({
          ...{ date: f.date(date), amount: f.money(amountCents) },
        })),
        range,
        periods: REPORT_PERIODS.map((value) => ({ value, label: w.periods[value] })),
        headings: names.map((name) => w.figures[name]),
        rows: rows.map(present),
        totals: rows.length > 1 ? names.map((name) => (name === 'period' ? w.total : f.money(total(name)))) : null,
        files: FILE_FORMATS.map((format) => ({
          label: format.toUpperCase(),
          href: href(`/money/statement?${new URLSearchParams({ ...range, format }).toString()}`),
        })),
        isUnexplained: payouts.rows.some(({ unexplainedCents, status }) => status !== 'failed' && unexplainedCents),
        payouts: payouts.rows.map((payout) => ({
          id: payout.id,
          gateway: title(payout.gateway),
          amount: f.money(payout.amountCents),
          arrival: f.date(payout.arrivesOn),
          state: w.payoutStates[payout.status],
          tone: states[payout.status],
          isUnexplained: payout.status !== 'failed' && Boolean(payout.unexplainedCents),
          unexplained: unexplainedText(payout, { w, f }),
        })),
      },
    };
  },
});

function unexplainedText(
  { status, unexplainedCents }: { status: string; unexplainedCents: number | null },
  { w, f }: Pick<MoneyRequest<unknown>, 'w' | 'f'>,
): string {
  if (status === 'failed') return '—';
  if (unexplainedCents === null) return w.notYet;
  return unexplainedCents === 0 ? w.matches : f.money(unexplainedCents);
}

/** A month has no day. */
function periodText(period: string, f: MoneyRequest<unknown>['f']): string {
  return period.length > 7 ? f.date(period) : period;
}

/** The chosen days, or the last thirty; of too many days the last ones. */
function rangeOf({ company, input }: MoneyRequest<Days>, now: Date): { from: string; to: string } {
  const to = input.to ?? storeToday(now, company);
  const from = input.from ?? addDays(to, 1 - DAYS);
  const first = addDays(to, 1 - MOST_DAYS);
  return { from: from > to ? to : from < first ? first : from, to };
}

const statementScreen = screen({
  id: 'moneyStatement',
  scope: 'store',
  path: '/money/statement',
  section: 'money',
  needs: 'view',
  words: moneyWords,
  query: joi.object<Days & { format: FileFormat }>({ ...days, format: formFields.choice(FILE_FORMATS).default('csv') }),
  show: async (request) => {
    const { deps, store, input, asked, language, href } = request;
    if (asked.problems.length > 0) return { redirectTo: href('/money') };
    const range = rangeOf(request, await deps.clock.now(store));
    const { format } = input;
    const { name, content } = await makeStatementFile(deps.em, { store, ...range, format, language });
    return { type: CONTENT_TYPES[format], body: content, downloadAs: name };
  },
});

export const moneyScreens = [moneyScreen, statementScreen];
export const moneyActs: Act[] = [];
