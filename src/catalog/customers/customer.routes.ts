import { presentPage } from '../../base/http/list-page.ts';
import { operation } from '../../base/http/operation.ts';
import { createCustomer } from './create-customer.ts';
import { createCustomerExamples, updateCustomerExamples } from './customer.examples.ts';
import {
  createCustomerSchema,
  customerListSchema,
  customerSchema,
  listCustomersQuery,
  updateCustomerSchema,
} from './customer.schema.ts';
import { findCustomer } from './find-customer.ts';
import { listCustomers } from './list-customers.ts';
import { presentCustomer } from './present-customer.ts';
import { updateCustomer } from './update-customer.ts';

const tag = 'Customers';
const resource = 'customer';

export const customerOperations = [
  operation({
    id: 'createCustomer',
    method: 'POST',
    path: '/customers',
    scope: 'customers:write',
    tag,
    summary: 'Create a customer',
    description: 'A name and an email address are enough.',
    body: createCustomerSchema,
    examples: createCustomerExamples,
    answer: { status: 201, schema: customerSchema, description: 'The created customer.' },
    handle: async ({ deps, store, body: input }) => presentCustomer(await createCustomer(deps, { store, input })),
  }),
  operation({
    id: 'listCustomers',
    method: 'GET',
    path: '/customers',
    scope: 'read',
    tag,
    summary: 'List customers',
    description: "Those of the token's environment: sandbox and production have their own.",
    query: listCustomersQuery,
    answer: { status: 200, schema: customerListSchema, description: 'A page of customers, newest first.' },
    handle: async ({ deps, store, query }) =>
      presentPage(await listCustomers(deps.em, { store, query }), presentCustomer),
  }),
  operation({
    id: 'getCustomer',
    method: 'GET',
    path: '/customers/{id}',
    scope: 'read',
    tag,
    resource,
    summary: 'Read a customer',
    description: 'Archived ones are found too.',
    answer: { status: 200, schema: customerSchema, description: 'The customer.' },
    handle: async ({ deps, store, id }) => presentCustomer(await findCustomer(deps.em, { store, customerId: id })),
  }),
  operation({
    id: 'updateCustomer',
    method: 'PATCH',
    path: '/customers/{id}',
    scope: 'customers:write',
    tag,
    resource,
    summary: 'Update a customer',
    description: 'Sets the fields that are given and leaves the others. Events that happened keep the name they had.',
    body: updateCustomerSchema,
    examples: updateCustomerExamples,
    answer: { status: 200, schema: customerSchema, description: 'The customer as it now is.' },
    problems: { 409: ['customer_erased', 'customer_subscribed'] },
    handle: async ({ deps, store, id, body: changes }) =>
      presentCustomer(await updateCustomer(deps, { store, customerId: id, changes })),
  }),
  operation({
    id: 'archiveCustomer',
    method: 'DELETE',
    path: '/customers/{id}',
    scope: 'customers:write',
    tag,
    resource,
    summary: 'Archive a customer',
    description:
      'An archived customer stays readable, as its invoices need it, and gets no new ones. `PATCH` with `"active": true` brings it back.',
    answer: { status: 200, schema: customerSchema, description: 'The archived customer.' },
    problems: { 409: ['customer_erased', 'customer_subscribed'] },
    handle: async ({ deps, store, id }) =>
      presentCustomer(await updateCustomer(deps, { store, customerId: id, changes: { active: false } })),
  }),
];
