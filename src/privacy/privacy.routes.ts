import { Readable } from 'node:stream';
import { customerSchema } from '../catalog/customers/customer.schema.ts';
import { findCustomer } from '../catalog/customers/find-customer.ts';
import { presentCustomer } from '../catalog/customers/present-customer.ts';
import { operation } from '../base/http/operation.ts';
import { eraseCustomer } from './erase-customer.ts';
import { exportPersonalData } from './export-personal-data.ts';
import { personalDataSchema } from './personal-data.schema.ts';

const tag = 'Customers';
const resource = 'customer';

export const privacyOperations = [
  operation({
    id: 'exportPersonalData',
    method: 'GET',
    path: '/customers/{id}/personal-data',
    scope: 'personal_data',
    tag,
    resource,
    summary: 'Export the personal data of a customer',
    description:
      'Everything that is kept about the customer, for whoever asks what that is (LGPD, art. 18 and 19): invoices, payments, refunds, subscriptions, events, and which receivers were told, the oldest first. The answer is written while it is read: one that is cut off is no JSON.',
    answer: { status: 200, schema: personalDataSchema, description: 'All of it.' },
    // The answer outlives any transaction.
    withoutTransaction: true,
    audit: { as: 'exportCustomer', of: 'customer' },
    handle: async ({ deps, store, id: customerId }) => {
      await deps.transact(store, (em) => findCustomer(em, { store, customerId }));
      return Readable.from(exportPersonalData(deps, { store, customerId }));
    },
  }),
  operation({
    id: 'eraseCustomer',
    method: 'POST',
    path: '/customers/{id}/erase',
    scope: 'personal_data',
    tag,
    resource,
    summary: 'Erase a customer',
    description:
      'For good: name, document, contact, address and labels of the customer; descriptions and labels of their invoices and subscriptions; and all of that in events, deliveries and kept answers. Amounts, dates, statuses, ids and external references of invoices stay, as books must. 409 while anything goes on: unpaid invoices, subscriptions, refunds, disputes, or a webhook that is being sent. Announces `customer.erased`. Erasing twice changes nothing.',
    answer: { status: 200, schema: customerSchema, description: 'The customer, with the personal fields empty.' },
    problems: { 409: ['customer_not_erasable'] },
    audit: { as: 'eraseCustomer', of: 'customer' },
    handle: async ({ deps, store, id: customerId }) =>
      presentCustomer(await eraseCustomer(deps, { store, customerId })),
  }),
];
