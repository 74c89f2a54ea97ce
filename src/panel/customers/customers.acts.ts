import { Readable } from 'node:stream';
import { createCustomer } from '../../catalog/customers/create-customer.ts';
import { findCustomer } from '../../catalog/customers/find-customer.ts';
import { updateCustomer } from '../../catalog/customers/update-customer.ts';
import { notFound } from '../../base/errors/errors.ts';
import { joi } from '../../base/http/joi.ts';
import { deleteSavedCard } from '../../payments/cards/delete-saved-card.ts';
import { formFields } from '../form-fields.ts';
import { eraseCustomer } from '../../privacy/erase-customer.ts';
import { exportPersonalData } from '../../privacy/export-personal-data.ts';
import { act } from '../screen.ts';
import { changedFields, customerForm, readCustomer } from './customer-form.ts';
import { customerScreen, newCustomerScreen } from './customers.pages.ts';
import { customersWords } from './customers.words.ts';

const common = { scope: 'store', words: customersWords, needs: 'collect' } as const;

const createCustomerAct = act({
  ...common,
  id: 'createCustomer',
  path: '/customers',
  screen: newCustomerScreen,
  form: customerForm,
  run: async ({ deps, store, input, language, href }) => {
    const fields = readCustomer(input, language);
    const customer = await createCustomer(deps, {
      store,
      input: { ...fields, external_reference: null, language: null, metadata: {} },
    });
    return { goTo: href(`/customers/${customer.id}`), subject: `customer ${customer.id}` };
  },
});

const updateCustomerAct = act({
  ...common,
  id: 'updateCustomer',
  path: '/customers/{id}',
  screen: customerScreen,
  form: customerForm,
  run: async ({ deps, store, id, input, language }) => {
    // A customer of another store is not found, whatever was typed.
    const before = await findCustomer(deps.em, { store, customerId: id });
    const changes = readCustomer(input, language);
    const changed = changedFields(before, changes);
    await updateCustomer(deps, { store, customerId: id, changes });
    return { subject: `customer ${id}`, details: { changed } };
  },
});

const archiving = (id: string, path: string, active: boolean) =>
  act({
    ...common,
    id,
    path,
    screen: customerScreen,
    run: async ({ deps, store, id: customerId }) => {
      await updateCustomer(deps, { store, customerId, changes: { active } });
      return { subject: `customer ${customerId}` };
    },
  });

const exportCustomerAct = act({
  ...common,
  needs: 'manage',
  // A payer who asks a store for the data that it keeps does not wait for its bills.
  whileSuspended: true,
  id: 'exportCustomer',
  path: '/customers/{id}/export',
  screen: customerScreen,
  run: async ({ deps, store, id: customerId }) => {
    await findCustomer(deps.em, { store, customerId });
    return {
      subject: `customer ${customerId}`,
      download: {
        type: 'application/json',
        // Read by transactions of its own: this one's line in the log is written whatever becomes of the file.
        body: Readable.from(exportPersonalData(deps, { store, customerId })),
        downloadAs: `customer-${customerId}.json`,
      },
    };
  },
});

const eraseCustomerAct = act({
  ...common,
  needs: 'manage',
  whileSuspended: true,
  id: 'eraseCustomer',
  stepsUp: () => true,
  path: '/customers/{id}/erase',
  screen: customerScreen,
  run: async ({ deps, store, id: customerId }) => {
    await eraseCustomer(deps, { store, customerId });
    return { subject: `customer ${customerId}` };
  },
});

const deleteSavedCardAct = act({
  ...common,
  id: 'deleteSavedCard',
  path: '/customers/{id}/cards/delete',
  screen: customerScreen,
  form: joi.object<{ card: number }>({ card: formFields.id().required() }),
  run: async ({ deps, store, id: customerId, input: { card: savedCardId } }) => {
    await findCustomer(deps.em, { store, customerId });
    const card = await deleteSavedCard(deps, { store, savedCardId });
    if (card.customerId !== customerId) throw notFound('saved_card', savedCardId);
    return { subject: `saved_card ${savedCardId}`, details: { customer_id: customerId } };
  },
});

export const customersActs = [
  createCustomerAct,
  updateCustomerAct,
  archiving('archiveCustomer', '/customers/{id}/archive', false),
  archiving('restoreCustomer', '/customers/{id}/restore', true),
  exportCustomerAct,
  eraseCustomerAct,
  deleteSavedCardAct,
];
