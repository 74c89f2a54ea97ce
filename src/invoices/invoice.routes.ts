import type { HttpDeps } from '../base/http/http-deps.ts';
import { operationsWith, type ApiRequest } from '../base/http/operation.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import { cancelInvoice } from './cancel-invoice.ts';
import { createInvoice } from './create-invoice.ts';
import { createInvoiceExamples, updateInvoiceExamples } from './invoice.examples.ts';
import { toChanges, toCreateInput } from './invoice-input.ts';
import {
  createInvoiceSchema,
  invoiceListSchema,
  invoiceSchema,
  listInvoicesQuery,
  quoteInvoiceQuery,
  quoteSchema,
  timelineQuery,
  timelineSchema,
  updateInvoiceSchema,
} from './invoice.schema.ts';
import { listInvoices } from './list-invoices.ts';
import { presentCreated, presentInvoice, presentInvoices } from './present-invoice.ts';
import { quoteInvoice } from './quote-invoice.ts';
import { readShownInvoice } from './read-shown-invoice.ts';
import { readTimeline } from './read-timeline.ts';
import { updateInvoice } from './update-invoice.ts';

/** The parts that the calls of invoices need. */
export interface InvoiceDeps extends HttpDeps {
  gateways: GatewayRegistry;
}

const operation = operationsWith<InvoiceDeps>();

const tag = 'Invoices';
const resource = 'invoice';

export const invoiceOperations = [
  operation({
    id: 'createInvoice',
    method: 'POST',
    path: '/invoices',
    scope: 'invoices:write',
    tag,
    summary: 'Create an invoice',
    description:
      'Pix and boleto are registered at the gateway right after: their code or line is there as soon as the invoice is `pending`. A card waits for its payment.',
    body: createInvoiceSchema,
    examples: createInvoiceExamples,
    answer: { status: 201, schema: invoiceSchema, description: 'The whole invoice, with its checkout hash.' },
    problems: { 422: ['gateway_not_configured'] },
    handle: async ({ deps, store, body }) =>
      presentCreated(deps, await createInvoice(deps, { store, input: toCreateInput(body) })),
  }),
  operation({
    id: 'listInvoices',
    method: 'GET',
    path: '/invoices',
    scope: 'read',
    tag,
    summary: 'List invoices',
    description: 'Filters go together: all of them must hold.',
    query: listInvoicesQuery,
    answer: { status: 200, schema: invoiceListSchema, description: 'A page of invoices, newest first.' },
    handle: async ({ deps, store, query }) => {
      const { rows, hasMore } = await listInvoices(deps.em, { store, query });
      return { data: await presentInvoices(deps, rows), has_more: hasMore };
    },
  }),
  operation({
    id: 'getInvoice',
    method: 'GET',
    path: '/invoices/{id}',
    scope: 'read',
    tag,
    resource,
    summary: 'Read an invoice',
    description: 'With its lines, its attempts to be paid, and what is due today.',
    answer: { status: 200, schema: invoiceSchema, description: 'The invoice.' },
    handle: present,
  }),
  operation({
    id: 'updateInvoice',
    method: 'PATCH',
    path: '/invoices/{id}',
    scope: 'invoices:write',
    tag,
    resource,
    summary: 'Update an invoice',
    description:
      'Description, external reference and metadata can change at any time. Items, method, due date, installments, discount, fine and interest can while no money has arrived: the old charge is given up and a new one is registered. Announces `invoice.updated`.',
    body: updateInvoiceSchema,
    examples: updateInvoiceExamples,
    answer: { status: 200, schema: invoiceSchema, description: 'The invoice as it now is.' },
    problems: {
      409: ['invoice_not_editable', 'customer_erased', 'too_many_attempts'],
      422: ['gateway_not_configured'],
    },
    handle: async (request) => {
      const { deps, store, id: invoiceId, body } = request;
      await updateInvoice(deps, { store, invoiceId, changes: toChanges(body) });
      return present(request);
    },
  }),
  operation({
    id: 'cancelInvoice',
    method: 'POST',
    path: '/invoices/{id}/cancel',
    scope: 'invoices:write',
    tag,
    resource,
    summary: 'Give up an unpaid invoice',
    description:
      'Its charge is canceled at the gateway. Money that arrives all the same still makes it paid. Canceling twice changes nothing.',
    answer: { status: 200, schema: invoiceSchema, description: 'The canceled invoice.' },
    problems: { 409: ['invoice_paid'] },
    audit: { as: 'cancelInvoice', of: 'invoice' },
    handle: async (request) => {
      await cancelInvoice(request.deps, { store: request.store, invoiceId: request.id });
      return present(request);
    },
  }),
  operation({
    id: 'quoteInvoice',
    method: 'GET',
    path: '/invoices/{id}/quote',
    scope: 'read',
    tag,
    resource,
    summary: 'Quote an invoice for a day',
    description:
      'With the discount, the fine and the interest of that day, and the plans of a card payment in parts: what a payer who is late, or in time for a discount, is to be asked for. Once it was paid, the amounts are those that were settled, whatever the day.',
    query: quoteInvoiceQuery,
    answer: { status: 200, schema: quoteSchema, description: 'The amounts due on that day.' },
    handle: ({ deps, store, id: invoiceId, query }) => quoteInvoice(deps, { store, invoiceId, at: query.at }),
  }),
  operation({
    id: 'getInvoiceTimeline',
    method: 'GET',
    path: '/invoices/{id}/timeline',
    scope: 'read',
    tag,
    resource,
    summary: 'Read the timeline of an invoice',
    description:
      'For people who ask why an invoice stands as it does: each step of it, and what it waits for. A page has a hundred steps.',
    query: timelineQuery,
    answer: {
      status: 200,
      schema: timelineSchema,
      description: 'The steps of the invoice, the oldest first, a page at a time.',
    },
    handle: ({ deps, store, id: invoiceId, query }) => readTimeline(deps.em, { store, invoiceId, page: query }),
  }),
];

async function present({ deps, store, id: invoiceId }: ApiRequest<unknown, unknown>): Promise<unknown> {
  return presentInvoice(deps, await readShownInvoice(deps.em, { store, invoiceId }));
}
