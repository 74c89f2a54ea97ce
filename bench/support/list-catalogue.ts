import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../src/base/environment.ts';
import { listCustomers } from '../../src/catalog/customers/list-customers.ts';
import { listEvents } from '../../src/events/find-event.ts';
import { listInvoices } from '../../src/invoices/list-invoices.ts';
import type { ListInvoicesQuery } from '../../src/invoices/invoice.schema.ts';
import type { InvoiceSearch } from '../../src/invoices/search-invoices.ts';
import { listStoreDeliveries } from '../../src/webhooks/list-deliveries.ts';
import type { ListStore } from './list-stores.ts';

export const KINDS = ['panel lists', 'panel pages', 'REST lists'] as const;
export type Kind = (typeof KINDS)[number];

/** A list or a page: its address, and what shows how PostgreSQL finds its rows. */
export interface Measured {
  kind: Kind;
  name: string;
  /** Below the store's part of the panel, or below `/api/v1`. */
  path: (store: ListStore) => string;
  /** The search of a list of the panel. */
  search?: (store: ListStore) => InvoiceSearch;
  /** The list itself, asked of the use case: its first statement is the one that is explained. */
  read?: (em: EntityManager, store: Store, asked: ListStore) => Promise<unknown>;
  file?: 'first byte' | 'whole';
  /** Why it may take longer in the larger store. Unless there is a reason, it must not. */
  whyLonger?: string;
}

type Query = Record<string, string>;

const LIMIT = { limit: 20 };

/** The lists of invoices in the panel, and the searches in them. */
const PANEL_LISTS: Measured[] = [
  panelList('no filter', () => ({}), { search: () => ({}) }),
  panelList('status, many have it', () => ({ status: 'paid' }), { search: () => ({ status: 'paid' }) }),
  panelList('status, old ones have it', () => ({ status: 'expired' }), { search: () => ({ status: 'expired' }) }),
  panelList('method', () => ({ method: 'boleto' }), { search: () => ({ method: 'boleto' }) }),
  panelList('status and method', () => ({ status: 'open', method: 'pix' }), {
    search: () => ({ status: 'open', method: 'pix' }),
  }),
  panelList('customer', ({ customerId }) => ({ customer: String(customerId) }), {
    search: ({ customerId }) => ({ customerId }),
  }),
  panelList('created, one day', ({ lastDay }) => ({ created_from: lastDay, created_to: lastDay }), {
    search: ({ lastDay }) => ({ createdFrom: lastDay, createdTo: lastDay }),
  }),
  panelList('created since', () => ({ created_from: '2020-01-01' }), { search: () => ({ createdFrom: '2020-01-01' }) }),
  panelList('created before', ({ halfway }) => ({ created_to: halfway.slice(0, 10) }), {
    search: ({ halfway }) => ({ createdTo: halfway.slice(0, 10) }),
  }),
  panelList('due, some days', ({ lastDay }) => ({ due_from: lastDay, due_to: later(lastDay, 20) }), {
    search: ({ lastDay }) => ({ dueFrom: lastDay, dueTo: later(lastDay, 20) }),
  }),
  panelList('due since', () => ({ due_from: '2020-01-01' }), { search: () => ({ dueFrom: '2020-01-01' }) }),
  panelList('search, a number', ({ deepId }) => ({ q: String(deepId) }), {
    search: ({ deepId }) => ({ text: String(deepId) }),
  }),
  panelList('search, a reference', () => ({ q: 'order-42' }), { search: () => ({ text: 'order-42' }) }),
  panelList('search, part of address', () => ({ q: 'cliente7' }), { search: () => ({ text: 'cliente7' }) }),
  panelList('search, a common name', () => ({ q: 'joao' }), { search: () => ({ text: 'joao' }) }),
  panelList('filters that contradict', () => ({ status: 'expired', method: 'card' }), {
    search: () => ({ status: 'expired', method: 'card' }),
    whyLonger: 'walks one filter to its end',
  }),
  panelList('page far down', ({ deepId }) => ({ starting_after: String(deepId) })),
  panelList('page far down, by status', ({ deepId }) => ({ status: 'paid', starting_after: String(deepId) })),
  panelList('CSV, first byte', () => ({}), { file: 'first byte' }),
  panelList('CSV, whole', () => ({}), { file: 'whole', whyLonger: 'has every invoice' }),
  panelList('CSV, a common name', () => ({ q: 'joao' }), { file: 'whole', whyLonger: 'looks through every invoice' }),
];

/** The other pages of the panel that read much. */
const PANEL_PAGES: Measured[] = [
  page('overview, 7 days', () => '?days=7', { whyLonger: 'adds up what was sold in its days' }),
  page('overview, 90 days', () => '?days=90', { whyLonger: 'adds up what was sold in its days' }),
  page('an invoice', ({ newestId }) => `/invoices/${newestId}`),
  page('customers', () => '/customers'),
  page('customers, search, one', () => '/customers?q=cliente7'),
  page('customers, search, many', () => '/customers?q=joao'),
  page('a customer', ({ customerId }) => `/customers/${customerId}`),
  page('products', () => '/products'),
  page('products, search', () => '/products?q=cafe'),
  page('subscriptions', () => '/subscriptions'),
  page('subscriptions, by status', () => '/subscriptions?status=paused'),
  page('webhooks', () => '/webhooks'),
  page('deliveries', () => '/deliveries'),
  page('deliveries that failed', () => '/deliveries?status=failed'),
  page('deliveries of a webhook', ({ webhookId }) => `/webhooks/${webhookId}/deliveries`),
  page('audit', () => '/audit'),
];

/** The lists of the API, and the reads of one invoice. */
const REST_LISTS: Measured[] = [
  invoices('no filter', () => ({})),
  invoices('by status', () => ({ status: 'paid' })),
  invoices('by a status of old ones', () => ({ status: 'expired' })),
  invoices('by customer', ({ customerId }) => ({ customer_id: customerId })),
  invoices('by method', () => ({ payment_method: 'boleto' })),
  invoices('by reference', () => ({ external_reference: 'order-42' })),
  invoices('created since', ({ halfway }) => ({ 'created_at[gte]': halfway })),
  invoices('created before', ({ halfway }) => ({ 'created_at[lt]': halfway })),
  invoices('due in some days', ({ lastDay }) => ({ 'due_date[gte]': lastDay, 'due_date[lte]': later(lastDay, 20) })),
  invoices('page far down', ({ deepId }) => ({ starting_after: deepId })),
  invoices('by status, far down', ({ deepId }) => ({ status: 'paid', starting_after: deepId })),
  rest('an invoice', ({ newestId }) => `/invoices/${newestId}`),
  rest('timeline of an invoice', ({ newestId }) => `/invoices/${newestId}/timeline`),
  rest('customers', () => '/customers', { read: (em, store) => listCustomers(em, { store, query: LIMIT }) }),
  rest('customers, by email', () => '/customers?email=cliente7@example.com', {
    read: (em, store) => listCustomers(em, { store, query: { ...LIMIT, email: 'cliente7@example.com' } }),
  }),
  rest('customers, by document', () => '/customers?document=11144477735', {
    read: (em, store) => listCustomers(em, { store, query: { ...LIMIT, document: '11144477735' } }),
  }),
  rest('customers, by reference', () => '/customers?external_reference=client-6', {
    read: (em, store) => listCustomers(em, { store, query: { ...LIMIT, external_reference: 'client-6' } }),
  }),
  rest('products', () => '/products'),
  rest('subscriptions', () => '/subscriptions'),
  rest('events', () => '/events', { read: (em, store) => listEvents(em, { store, query: LIMIT }) }),
  rest('events of an invoice', ({ newestId }) => `/events?invoice_id=${newestId}`),
  rest('events, by name', () => '/events?event=invoice.updated', {
    read: (em, store) => listEvents(em, { store, query: { ...LIMIT, event: 'invoice.updated' } }),
  }),
  rest('events, of a name that none has', () => '/events?event=invoice.refunded', {
    read: (em, store) => listEvents(em, { store, query: { ...LIMIT, event: 'invoice.refunded' } }),
  }),
  rest('deliveries of a webhook', ({ webhookId }) => `/webhooks/${webhookId}/deliveries`),
  rest('deliveries that failed', ({ webhookId }) => `/webhooks/${webhookId}/deliveries?status=failed`, {
    read: (em, store) => listStoreDeliveries(em, { store, query: { ...LIMIT, status: 'failed' } }),
  }),
  rest(
    'deliveries, of a name that none has',
    ({ webhookId }) => `/webhooks/${webhookId}/deliveries?event=invoice.refunded`,
    { read: (em, store) => listStoreDeliveries(em, { store, query: { ...LIMIT, event: 'invoice.refunded' } }) },
  ),
  rest('deliveries still to be made', ({ webhookId }) => `/webhooks/${webhookId}/deliveries?status=pending`, {
    read: (em, store) => listStoreDeliveries(em, { store, query: { ...LIMIT, status: 'pending' } }),
  }),
];

export const CATALOGUE: Measured[] = [...PANEL_LISTS, ...PANEL_PAGES, ...REST_LISTS];

type More = Omit<Measured, 'kind' | 'name' | 'path'>;

function panelList(name: string, query: (store: ListStore) => Query, more: More = {}): Measured {
  const file = more.file ? '.csv' : '';
  return {
    ...{ kind: 'panel lists', name, ...more },
    path: (store) => `/invoices${file}?${new URLSearchParams(query(store)).toString()}`,
  };
}

function page(name: string, path: (store: ListStore) => string, more: More = {}): Measured {
  return { kind: 'panel pages', name, path, ...more };
}

function rest(name: string, path: (store: ListStore) => string, more: More = {}): Measured {
  return { kind: 'REST lists', name, path, ...more };
}

/** A list of invoices, as the API is asked for it and as the use case is. */
function invoices(name: string, query: (store: ListStore) => Partial<ListInvoicesQuery>): Measured {
  const asText = (store: ListStore): Query =>
    Object.fromEntries(Object.entries(query(store)).map(([key, value]) => [key, String(value)]));
  return rest(`invoices, ${name}`, (store) => `/invoices?${new URLSearchParams(asText(store)).toString()}`, {
    read: (em, store, asked) => listInvoices(em, { store, query: { ...LIMIT, ...query(asked) } }),
  });
}

/** @param day `YYYY-MM-DD` */
function later(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
