import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import {
  createdWithin,
  listPage,
  pageQuery,
  presentPage,
  type PageQuery,
  type TimeRange,
} from '../../base/http/list-page.ts';
import { operationsWith } from '../../base/http/operation.ts';
import { toCents } from '../../base/money/money.ts';
import { Concession } from '../../invoices/concession.entity.ts';
import { findInvoice } from '../../invoices/find-invoice.ts';
import type { PaymentDeps } from '../payment.routes.ts';
import { concessionListSchema, concessionSchema, grantCreditNoteSchema, writeOffSchema } from './concession.schema.ts';
import { grantCreditNote, writeOffInvoice } from './grant-concession.ts';
import { presentConcession } from './present-concession.ts';

const operation = operationsWith<PaymentDeps>();

const tag = 'Payments';
const resource = 'invoice';

export const concessionOperations = [
  operation({
    id: 'createCreditNote',
    method: 'POST',
    path: '/invoices/{id}/credit-notes',
    scope: 'payments:write',
    tag,
    resource,
    summary: 'Ask for less',
    description:
      'A credit note lowers the amount that is due, and says why. A fresh code or boleto asks for the rest; a card is submitted again. An invoice of which a part was paid may be credited to nothing: it is then paid. To give up all of an invoice, cancel it or write it off; to give money back, refund it.',
    body: grantCreditNoteSchema,
    examples: { late: { summary: 'For a late delivery', value: { amount: 10, reason: 'Delivered a day late' } } },
    answer: { status: 201, schema: concessionSchema, description: 'The credit note.' },
    problems: { 409: ['nothing_owed', 'too_many_credit_notes', 'too_many_attempts'] },
    audit: {
      as: 'createCreditNote',
      of: 'invoice',
      details: (_, { id, amount }) => ({ concession_id: id, amount_cents: toCents(amount as number) }),
    },
    handle: async ({ deps, store, id: invoiceId, body }) => {
      const input = { store, invoiceId, amountCents: toCents(body.amount), reason: body.reason };
      return presentConcession(await grantCreditNote(deps, input));
    },
  }),
  operation({
    id: 'writeOffInvoice',
    method: 'POST',
    path: '/invoices/{id}/write-off',
    scope: 'payments:write',
    tag,
    resource,
    summary: 'Write off what will never come',
    description:
      'The invoice is canceled, its charge is taken back, and the ledger says what was lost. Money that comes all the same counts, and takes so much of the write-off back.',
    body: writeOffSchema,
    examples: { lost: { summary: 'The customer is bankrupt', value: { reason: 'The customer is bankrupt' } } },
    answer: { status: 201, schema: concessionSchema, description: 'The write-off.' },
    problems: { 409: ['nothing_owed'] },
    audit: {
      as: 'writeOffInvoice',
      of: 'invoice',
      details: (_, { id, amount }) => ({ concession_id: id, amount_cents: toCents(amount as number) }),
    },
    handle: async ({ deps, store, id: invoiceId, body: { reason } }) =>
      presentConcession(await writeOffInvoice(deps, { store, invoiceId, reason })),
  }),
  operation({
    id: 'listConcessions',
    method: 'GET',
    path: '/invoices/{id}/concessions',
    scope: 'read',
    tag,
    resource,
    summary: 'List the credit notes and the write-off of an invoice',
    description: 'With the words of the store.',
    query: pageQuery<PageQuery & TimeRange>({}),
    answer: { status: 200, schema: concessionListSchema, description: 'A page of them, newest first.' },
    handle: async ({ deps, store, id: invoiceId, query }) =>
      presentPage(await listConcessions(deps.em, { store, invoiceId, query }), presentConcession),
  }),
];

async function listConcessions(
  em: EntityManager,
  { store, invoiceId, query }: { store: Store; invoiceId: number; query: PageQuery & TimeRange },
) {
  await findInvoice(em, { store, invoiceId });
  return listPage(em, Concession, { ...store, invoiceId, ...createdWithin(query) }, query);
}
