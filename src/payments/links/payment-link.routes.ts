import { presentPage } from '../../base/http/list-page.ts';
import { operation } from '../../base/http/operation.ts';
import { createPaymentLink } from './create-payment-link.ts';
import { findPaymentLink, listPaymentLinks } from './find-payment-link.ts';
import { createPaymentLinkExamples, updatePaymentLinkExamples } from './payment-link.examples.ts';
import {
  createPaymentLinkSchema,
  listPaymentLinksQuery,
  paymentLinkListSchema,
  paymentLinkSchema,
  updatePaymentLinkSchema,
} from './payment-link.schema.ts';
import { presentPaymentLink } from './present-payment-link.ts';
import { updatePaymentLink } from './update-payment-link.ts';

const tag = 'Links';
const resource = 'payment_link';

export const paymentLinkOperations = [
  operation({
    id: 'createPaymentLink',
    method: 'POST',
    path: '/payment-links',
    scope: 'invoices:write',
    tag,
    summary: 'Create a payment link',
    description:
      'A page with an address of its own, at which anybody buys the same. The payer gives name, e-mail and CPF or CNPJ, and gets an invoice; events of the invoice name the link as `payment_link_id`.',
    body: createPaymentLinkSchema,
    examples: createPaymentLinkExamples,
    answer: { status: 201, schema: paymentLinkSchema, description: 'The created link.' },
    audit: { as: 'createPaymentLink', of: 'payment_link' },
    handle: async ({ deps, store, body: input }) =>
      presentPaymentLink(await createPaymentLink(deps, { store, input }), deps.publicUrl),
  }),
  operation({
    id: 'listPaymentLinks',
    method: 'GET',
    path: '/payment-links',
    scope: 'read',
    tag,
    summary: 'List payment links',
    description: "Those of the token's environment: sandbox and production have their own.",
    query: listPaymentLinksQuery,
    answer: { status: 200, schema: paymentLinkListSchema, description: 'A page of links, newest first.' },
    handle: async ({ deps, store, query }) =>
      presentPage(await listPaymentLinks(deps.em, { store, query }), (link) =>
        presentPaymentLink(link, deps.publicUrl),
      ),
  }),
  operation({
    id: 'getPaymentLink',
    method: 'GET',
    path: '/payment-links/{id}',
    scope: 'read',
    tag,
    resource,
    summary: 'Read a payment link',
    description: 'Archived ones are found too.',
    answer: { status: 200, schema: paymentLinkSchema, description: 'The link.' },
    handle: async ({ deps, store, id }) =>
      presentPaymentLink(await findPaymentLink(deps.em, { store, paymentLinkId: id }), deps.publicUrl),
  }),
  operation({
    id: 'updatePaymentLink',
    method: 'PATCH',
    path: '/payment-links/{id}',
    scope: 'invoices:write',
    tag,
    resource,
    summary: 'Update a payment link',
    description:
      'Sets the fields that are given and leaves the others. Products and method cannot change: archive the link and create another.',
    body: updatePaymentLinkSchema,
    examples: updatePaymentLinkExamples,
    answer: { status: 200, schema: paymentLinkSchema, description: 'The link as it now is.' },
    audit: { as: 'updatePaymentLink', of: 'payment_link', details: (changes) => ({ changed: Object.keys(changes) }) },
    handle: async ({ deps, store, id, body: changes }) =>
      presentPaymentLink(await updatePaymentLink(deps, { store, paymentLinkId: id, changes }), deps.publicUrl),
  }),
  operation({
    id: 'archivePaymentLink',
    method: 'DELETE',
    path: '/payment-links/{id}',
    scope: 'invoices:write',
    tag,
    resource,
    summary: 'Archive a payment link',
    description: 'Nobody buys there any more; its invoices stay. `PATCH` with `"active": true` brings it back.',
    answer: { status: 200, schema: paymentLinkSchema, description: 'The archived link.' },
    audit: { as: 'archivePaymentLink', of: 'payment_link' },
    handle: async ({ deps, store, id }) =>
      presentPaymentLink(
        await updatePaymentLink(deps, { store, paymentLinkId: id, changes: { active: false } }),
        deps.publicUrl,
      ),
  }),
];
