import { readPayersOrigin } from '../../accounts/companies/checkout-domain.ts';
import type { HttpDeps } from '../../base/http/http-deps.ts';
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
import type { PaymentLink } from './payment-link.entity.ts';
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
    handle: async ({ deps, store, body: input }) => present(deps, await createPaymentLink(deps, { store, input })),
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
    handle: async ({ deps, store, query }) => {
      const page = await listPaymentLinks(deps.em, { store, query });
      const origin = await readPayersOrigin(deps.em, store.companyId, deps.publicUrl);
      return presentPage(page, (link) => presentPaymentLink(link, origin));
    },
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
    handle: async ({ deps, store, id }) => present(deps, await findPaymentLink(deps.em, { store, paymentLinkId: id })),
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
      present(deps, await updatePaymentLink(deps, { store, paymentLinkId: id, changes })),
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
      present(deps, await updatePaymentLink(deps, { store, paymentLinkId: id, changes: { active: false } })),
  }),
];

async function present(
  { em, publicUrl }: Pick<HttpDeps, 'em' | 'publicUrl'>,
  link: PaymentLink,
): Promise<Record<string, unknown>> {
  return presentPaymentLink(link, await readPayersOrigin(em, link.companyId, publicUrl));
}
