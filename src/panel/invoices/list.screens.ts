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
import { screen, type RequestOf } from '../screen.ts';
import { CONTENT_TYPES } from '../../payments/reports/statement-files.ts';
import { invoicesCsv, invoicesXlsx, MAX_XLSX_ROWS } from './invoices-file.ts';
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
    const { deps, store, company, input, asked, href, w } = request;
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
        isFiltered: Object.keys(withoutCursor(input)).length > 0,
        isTooWide: search.isTooWide,
        isByDueDate: search.order === 'due_date',
        problems: asked.problems.map(({ text }) => text),
        customer: input.customer === undefined ? null : await nameCustomer(request, input.customer),
        statuses: INVOICE_STATUSES,
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
    customerHref: href(`/customers/${customer.id}`),
    status: t.statuses[status],
    tone: toneOf(status),
    method: t.methods[paymentMethod],
    total: f.money(totalCents),
    dueDate: dueDate && f.date(dueDate),
    createdAt: f.moment(createdAt),
    paidAt: paidAt && f.moment(paidAt),
  };
}

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
