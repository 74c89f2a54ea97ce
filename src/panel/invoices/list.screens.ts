import { chooseColumns } from '../../accounts/people/choose-columns.ts';
import { columnsOf } from '../../accounts/people/preferences.ts';
import { countByStatus, MOST_COUNTED } from '../../invoices/count-by-status.ts';
import { findCustomerName } from '../../catalog/customers/search-customers.ts';
import { joi } from '../../base/http/joi.ts';
import type { PageQuery } from '../../base/http/list-page.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import {
  prepareSearch,
  searchInvoices,
  type InvoiceSearch,
  type ListedInvoice,
} from '../../invoices/search-invoices.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../invoices/state-machine.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../banking/payment-method.ts';
import { formFields } from '../form-fields.ts';
import { pagerOf } from '../pager.ts';
import { act, screen, type RequestOf } from '../screen.ts';
import { CONTENT_TYPES } from '../../payments/reports/statement-files.ts';
import type { Formats } from '../formats.ts';
import { invoicesCsv, invoicesXlsx, MAX_XLSX_ROWS, type ExportColumn } from './invoices-file.ts';
import { invoicesWords } from './invoices.words.ts';
import { toneOf } from './tone.ts';

const PAGE_LENGTH = 25;

interface InvoiceFilters {
  q?: string;
  status?: InvoiceStatus;
  method?: PaymentMethod;
  created_from?: string;
  created_to?: string;
  due_from?: string;
  due_to?: string;
  customer?: number;
}

interface InvoicesQuery extends InvoiceFilters {
  starting_after?: number;
  ending_before?: number;
}

const filters = {
  q: formFields.line(200),
  status: formFields.choice(INVOICE_STATUSES),
  method: formFields.choice(PAYMENT_METHODS),
  created_from: formFields.date(),
  created_to: formFields.dateFrom('created_from'),
  due_from: formFields.date(),
  due_to: formFields.dateFrom('due_from'),
  customer: formFields.id(),
};

export const invoicesScreen = screen({
  id: 'invoices',
  scope: 'store',
  path: '/invoices',
  section: 'invoices',
  needs: 'view',
  words: invoicesWords,
  query: joi.object<InvoicesQuery>({
    ...filters,
    starting_after: formFields.id(),
    ending_before: formFields.id(),
  }),
  show: async (request) => {
    const { deps, store, company, me, input, asked, href, w, f } = request;
    const search = await prepareSearch(deps.em, { store, company, search: searchOf(input) });
    const { starting_after: startingAfter, ending_before: endingBefore } = input;
    const cursor = {
      ...(startingAfter !== undefined && { startingAfter }),
      ...(startingAfter === undefined && endingBefore !== undefined && { endingBefore }),
    };
    const page = await searchInvoices(deps.em, { ...search, cursor, limit: PAGE_LENGTH });
    const path = href('/invoices');
    return {
      template: 'invoices/list',
      title: w.title,
      data: {
        path,
        rows: page.rows.map((row) => presentRow(row, request)),
        ...(await tabsOf(request)),
        created: rangeOf(input.created_from, input.created_to, f),
        due: rangeOf(input.due_from, input.due_to, f),
        status: input.status,
        columns: columnsOf(me.person.preferences, INVOICE_COLUMNS),
        columnOptions: INVOICE_COLUMNS.all.map((value) => ({ value, label: w.columns[COLUMN_WORDS[value]] })),
        isFiltered: Object.keys(withoutCursor(input)).length > 0,
        isTooWide: search.isTooWide,
        isByDueDate: search.order === 'due_date',
        problems: asked.problems.map(({ text }) => text),
        customer: input.customer === undefined ? null : await nameCustomer(request, input.customer),
        methods: PAYMENT_METHODS,
        csv: href(`/invoices.csv${queryOf(withoutCursor(input))}`),
        xlsx: href(`/invoices.xlsx${queryOf(withoutCursor(input))}`),
        pager: pagerOf(path, { query: { ...input } as PageQuery & Record<string, unknown>, page }),
      },
    };
  },
});

/** The filtered list as a file; it makes its own transactions. */
const file = {
  scope: 'store',
  section: 'invoices',
  needs: 'view',
  words: invoicesWords,
  streams: true,
  query: joi.object<InvoiceFilters>(filters),
} as const;

/** It is sent while it is read. */
export const invoicesCsvScreen = screen({
  ...file,
  id: 'invoicesCsv',
  path: '/invoices.csv',
  show: (request: FileRequest) =>
    Promise.resolve(
      wrongFilter(request) ?? {
        type: 'text/csv; charset=utf-8',
        body: invoicesCsv(request.deps.transact, fileOf(request)),
        downloadAs: nameOf(request, 'csv'),
      },
    ),
});

export const invoicesXlsxScreen = screen({
  ...file,
  id: 'invoicesXlsx',
  path: '/invoices.xlsx',
  show: async (request: FileRequest) => {
    const { deps, w, f } = request;
    const words = { sheet: w.title, more: w.moreThanXlsx(f.number(MAX_XLSX_ROWS)) };
    return (
      wrongFilter(request) ?? {
        type: CONTENT_TYPES.xlsx,
        body: await invoicesXlsx(deps.transact, { ...fileOf(request), ...words }),
        downloadAs: nameOf(request, 'xlsx'),
      }
    );
  },
});

type FileRequest = RequestOf<'store', (typeof invoicesWords)['en'], InvoiceFilters>;

/** Without the filter that is wrong it would be a file of what nobody asked for: the list says what is wrong. */
function wrongFilter({ asked, href }: FileRequest) {
  return asked.problems.length > 0 ? { redirectTo: href(`/invoices${queryOf(asked.values)}`) } : null;
}

function fileOf({ store, company, input, language, w, t }: FileRequest) {
  return { store, company, search: searchOf(input), language, columns: w.columns, t };
}

function nameOf({ store, company, now }: FileRequest, ending: 'csv' | 'xlsx'): string {
  return `invoices-${store.companyId}-${store.environment}-${storeToday(now, company)}.${ending}`;
}

type InvoicesRequest = RequestOf<'store', (typeof invoicesWords)['en'], InvoicesQuery>;

function searchOf({ q, status, method, customer, ...days }: InvoiceFilters): InvoiceSearch {
  const { created_from, created_to, due_from, due_to } = days;
  return {
    ...(q !== undefined && { text: q }),
    ...(status !== undefined && { status }),
    ...(method !== undefined && { method }),
    ...(customer !== undefined && { customerId: customer }),
    ...(created_from !== undefined && { createdFrom: created_from }),
    ...(created_to !== undefined && { createdTo: created_to }),
    ...(due_from !== undefined && { dueFrom: due_from }),
    ...(due_to !== undefined && { dueTo: due_to }),
  };
}

function presentRow({ id, invoice, customer }: ListedInvoice, { href, f, t }: InvoicesRequest): object {
  const { status, paymentMethod, totalCents, dueDate, createdAt, paidAt } = invoice;
  return {
    id,
    href: href(`/invoices/${id}`),
    customer: customer.name ?? t.erasedCustomer,
    status: t.statuses[status],
    tone: toneOf(status),
    method: t.methods[paymentMethod],
    total: f.money(totalCents),
    paid: f.money(invoice.amountPaidCents),
    dueDate,
    createdAt,
    paidAt,
    reference: invoice.externalReference,
  };
}

/** The statuses that most people look for; the others are behind one more click. */
const TABS: readonly InvoiceStatus[] = ['pending', 'overdue', 'paid', 'refused'];

/** The list by status, as links that keep the other filters; with numbers where no other filter would belie them. */
async function tabsOf({ deps, store, input, href, t, f, w }: InvoicesRequest) {
  const { status: current, ...others } = withoutCursor(input);
  const counts = Object.keys(others).length > 0 ? null : await countByStatus(deps.em, store);
  const tab = (status: InvoiceStatus) => {
    const count = counts?.get(status);
    const text =
      count === undefined ? null : `${f.number(Math.min(count, MOST_COUNTED))}${count > MOST_COUNTED ? '+' : ''}`;
    return {
      label: t.statuses[status],
      href: href(`/invoices${queryOf({ ...others, status })}`),
      current: status === current,
      count: text,
    };
  };
  const all = { label: w.allStatuses, href: href(`/invoices${queryOf(others)}`), current: current === undefined };
  const shown = current === undefined || TABS.includes(current) ? TABS : [...TABS, current];
  return {
    tabs: [{ ...all, count: null }, ...shown.map(tab)],
    otherTabs: INVOICE_STATUSES.filter((status) => !shown.includes(status)).map(tab),
  };
}

/** `26 nov – 30 nov`; empty where no day is given. */
function rangeOf(from: string | undefined, to: string | undefined, f: Formats): string {
  if (from === undefined && to === undefined) return '';
  return `${from === undefined ? '' : f.shortDate(from)} – ${to === undefined ? '' : f.shortDate(to)}`;
}

/** The columns beside those without which a row says nothing. */
const INVOICE_COLUMNS = {
  list: 'invoices',
  all: ['method', 'paid', 'due_date', 'created_at', 'paid_at', 'reference'],
  first: ['method', 'due_date', 'created_at'],
} as const;
type InvoiceColumn = (typeof INVOICE_COLUMNS.all)[number];

const COLUMN_WORDS = {
  method: 'method',
  paid: 'paid',
  due_date: 'dueDate',
  created_at: 'createdAt',
  paid_at: 'paidAt',
  reference: 'reference',
} as const satisfies Record<InvoiceColumn, ExportColumn>;

export const chooseInvoiceColumnsAct = act({
  id: 'chooseInvoiceColumns',
  scope: 'store',
  path: '/invoices/columns',
  needs: 'view',
  words: invoicesWords,
  screen: invoicesScreen,
  whileSuspended: true,
  form: joi.object<{ columns: string[] }>({ columns: formFields.checkboxes(INVOICE_COLUMNS.all) }),
  // A person's own taste is no act on the store, in whose transactions no person is changed.
  auditsItself: true,
  withoutTransaction: true,
  run: async ({ deps, me, input }) => {
    await chooseColumns(deps.em, { personId: me.person.id, list: INVOICE_COLUMNS.list, columns: input.columns });
    return {};
  },
});

/** Whom a list of one customer's invoices is about, without a name where the store has no such customer. */
async function nameCustomer({ deps, store, href }: InvoicesRequest, id: number): Promise<object> {
  const name = await findCustomerName(deps.em, { store, customerId: id });
  return { id, name, href: name === null ? null : href(`/customers/${id}`) };
}

function withoutCursor({ starting_after: _after, ending_before: _before, ...rest }: InvoicesQuery): InvoiceFilters {
  return rest;
}

function queryOf(values: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string' || typeof value === 'number') query.set(name, String(value));
  }
  return query.size > 0 ? `?${query.toString()}` : '';
}
