import { reader } from '../../base/db/transaction.ts';
import { joi } from '../../base/http/joi.ts';
import { formatDocument } from '../../banking/documents/portuguese.ts';
import { Customer } from '../../catalog/customers/customer.entity.ts';
import { searchCustomers } from '../../catalog/customers/search-customers.ts';
import { searchProducts } from '../../catalog/products/search-products.ts';
import { prepareSearch, searchInvoices } from '../../invoices/search-invoices.ts';
import { Subscription } from '../../subscriptions/subscription.entity.ts';
import { formFields } from '../form-fields.ts';
import { toneOf } from '../invoices/tone.ts';
import { screen, type RequestOf } from '../screen.ts';
import { readListed } from '../subscriptions/read-subscriptions.ts';
import { STATUS_TONES } from '../subscriptions/tones.ts';
import { subscriptionsWords } from '../subscriptions/subscriptions.words.ts';
import { searchWords } from './search.words.ts';

/** The rows of each kind: who looks for more goes on in the list of the kind. */
const EACH = 8;

type SearchRequest = RequestOf<'store', (typeof searchWords)['en'], { q?: string }>;

/** Finds rows of every kind by one text. */
const searchScreen = screen({
  id: 'search',
  scope: 'store',
  path: '/search',
  needs: 'view',
  words: searchWords,
  query: joi.object<{ q?: string }>({ q: formFields.line(200) }),
  show: async (request) => {
    const { deps, store, input, w, href } = request;
    const { q: text } = input;
    const customerIds = text === undefined ? [] : await searchCustomers(deps.em, { store, text });
    const found =
      text === undefined
        ? null
        : {
            invoices: await invoicesOf(request, text),
            customers: await customersOf(request, customerIds),
            subscriptions: await subscriptionsOf(request, { text, customerIds }),
            products: await productsOf(request, text),
          };
    return {
      template: 'search/search',
      title: w.title,
      data: {
        text: text ?? '',
        found,
        isNothing: found !== null && Object.values(found).every(({ length }) => length === 0),
        allInvoices: href(`/invoices?${new URLSearchParams({ q: text ?? '' }).toString()}`),
        allCustomers: href(`/customers?${new URLSearchParams({ q: text ?? '' }).toString()}`),
      },
    };
  },
});

async function invoicesOf({ deps, store, company, t, f, href }: SearchRequest, text: string) {
  const search = await prepareSearch(deps.em, { store, company, search: { text } });
  const { rows } = await searchInvoices(deps.em, { ...search, cursor: {}, limit: EACH });
  return rows.map(({ id, customer, invoice }) => ({
    id,
    href: href(`/invoices/${id}`),
    customer: customer.name ?? t.erasedCustomer,
    status: t.statuses[invoice.status],
    tone: toneOf(invoice.status),
    total: f.money(invoice.totalCents),
    createdAt: f.day(invoice.createdAt),
  }));
}

async function customersOf({ deps, store, t, href }: SearchRequest, ids: number[]) {
  const rows = await reader(deps.em).find(Customer, { ...store, id: ids.slice(0, EACH) }, { orderBy: { id: 'desc' } });
  return rows.map(({ id, name, email, document }) => ({
    href: href(`/customers/${id}`),
    name: name ?? t.erasedCustomer,
    email: email ?? '',
    document: document ? formatDocument(document) : '',
  }));
}

/** By number, by reference, or by who pays. */
async function subscriptionsOf(
  { deps, store, language, t, href }: SearchRequest,
  { text, customerIds }: { text: string; customerIds: number[] },
) {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : null;
  const where = [
    { externalReference: text },
    ...(id === null ? [] : [{ id }]),
    ...(customerIds.length === 0 ? [] : [{ customerId: customerIds }]),
  ];
  const found = await reader(deps.em).find(
    Subscription,
    { ...store, $or: where },
    { orderBy: { id: 'desc' }, limit: EACH },
  );
  return (await readListed(reader(deps.em), found)).map(({ subscription, customer }) => ({
    id: subscription.id,
    href: href(`/subscriptions/${subscription.id}`),
    customer: customer.name ?? t.erasedCustomer,
    status: subscriptionsWords[language].statuses[subscription.status],
    tone: STATUS_TONES[subscription.status],
  }));
}

async function productsOf({ deps, store, f, href }: SearchRequest, text: string) {
  const { rows } = await searchProducts(deps.em, { store, text, active: undefined, page: { limit: EACH } });
  return rows.map(({ id, name, priceCents }) => ({
    href: href(`/products/${id}`),
    name,
    price: f.money(priceCents),
  }));
}

export const searchScreens = [searchScreen];
