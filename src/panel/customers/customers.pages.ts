import { Customer } from '../../catalog/customers/customer.entity.ts';
import { findCustomer } from '../../catalog/customers/find-customer.ts';
import { MAX_CUSTOMERS_FOUND, searchCustomers } from '../../catalog/customers/search-customers.ts';
import { given, listPage, pageQuery, type PageQuery } from '../../base/http/list-page.ts';
import { joi } from '../../base/http/joi.ts';
import { listCardsOf } from '../../catalog/cards/find-saved-card.ts';
import { nameOfCard } from '../saved-cards.ts';
import { listInvoices } from '../../invoices/list-invoices.ts';
import { formatDocument } from '../../banking/documents/portuguese.ts';
import { formFields } from '../form-fields.ts';
import { toneOf } from '../invoices/tone.ts';
import { pagerOf } from '../pager.ts';
import { screen } from '../screen.ts';
import { addressLines, customerValues, STATES } from './customer-form.ts';
import { customerChoicesScreen } from './customer-choices.ts';
import { customersWords } from './customers.words.ts';

const words = customersWords;
const scope = 'store';
const section = 'customers';
const stateOptions = [{ value: '', label: '—' }, ...STATES.map((state) => ({ value: state, label: state }))];

interface CustomersQuery extends PageQuery, Record<string, unknown> {
  q?: string;
  active?: boolean;
}

const listScreen = screen({
  id: 'customers',
  scope,
  path: '/customers',
  section,
  words,
  query: pageQuery<CustomersQuery>({
    limit: joi.number().integer().min(1).max(100).default(25),
    q: formFields.line(200),
    active: joi.boolean().empty(''),
  }),
  show: async ({ deps, store, input: query, href, w }) => {
    const { q, active } = query;
    const found = q === undefined ? null : await searchCustomers(deps.em, { store, text: q });
    const where = { ...store, ...given({ active }), ...(found && { id: { $in: found } }) };
    const page = await listPage(deps.em, Customer, where, query);
    return {
      template: 'customers/list',
      title: w.title,
      data: {
        customers: page.rows.map((row) => ({ ...pick(row), document: row.document && formatDocument(row.document) })),
        isFiltered: q !== undefined || active !== undefined,
        mayHaveMore: found !== null && found.length >= MAX_CUSTOMERS_FOUND,
        most: MAX_CUSTOMERS_FOUND,
        pager: pagerOf(href('/customers'), { query, page }),
      },
    };
  },
});

function pick({ id, name, email, active }: Customer) {
  return { id, name, email, active };
}

export const newCustomerScreen = screen({
  id: 'newCustomer',
  scope,
  path: '/customers/new',
  section,
  words,
  needs: 'collect',
  show: ({ w }) =>
    Promise.resolve({
      template: 'customers/new',
      title: w.newCustomer,
      data: { values: { country: 'BR' }, stateOptions },
    }),
});

export const customerScreen = screen({
  id: 'customer',
  scope,
  path: '/customers/{id}',
  resource: 'customer',
  section,
  words,
  show: async ({ deps, store, id, t }) => {
    const customer = await findCustomer(deps.em, { store, customerId: id });
    const query = { customer_id: id, limit: 10 };
    const { rows } = await listInvoices(deps.em, { store, query });
    const cards = await listCardsOf(deps.em, { store, customerId: id });
    const { phone, externalReference, metadata, active, erasedAt, createdAt, updatedAt, reminderStop } = customer;
    return {
      template: 'customers/customer',
      title: customer.name ?? t.erasedCustomer,
      data: {
        customer: {
          ...pick(customer),
          document: customer.document && formatDocument(customer.document),
          address: customer.address && addressLines(customer.address),
          ...{ phone, externalReference, labels: Object.entries(metadata), active, erasedAt, createdAt, updatedAt },
          reminderStop,
        },
        cards: cards.map((card) => ({ id: card.id, name: nameOfCard(card), createdAt: card.createdAt })),
        values: customerValues(customer),
        stateOptions,
        invoices: rows.map(({ id, status, paymentMethod, totalCents, createdAt }) => ({
          ...{ id, status, tone: toneOf(status), paymentMethod, totalCents, createdAt },
        })),
      },
    };
  },
});

export const customersScreens = [listScreen, customerChoicesScreen, newCustomerScreen, customerScreen];
