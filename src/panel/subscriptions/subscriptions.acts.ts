import { invalidFields, type FieldError } from '../../base/errors/errors.ts';
import { joi } from '../../base/http/joi.ts';
import {
  CANCEL_INVOICES,
  CANCEL_WHEN,
  cancelSubscription,
  type CancelInvoices,
  type CancelWhen,
} from '../../subscriptions/cancel-subscription.ts';
import { cancelAuthorization, requestAuthorization } from '../../subscriptions/change-mandate.ts';
import { createSubscription } from '../../subscriptions/create-subscription.ts';
import { findSubscription } from '../../subscriptions/find-subscription.ts';
import { pauseSubscription, resumeSubscription } from '../../subscriptions/pause-subscription.ts';
import { retryNow } from '../../subscriptions/retry-charge.ts';
import { updateSubscription, type SubscriptionChanges } from '../../subscriptions/update-subscription.ts';
import { formFields } from '../form-fields.ts';
import { act } from '../screen.ts';
import { readLabelChanges, readTerms } from './edit-form.ts';
import { editSubscriptionScreen, newSubscriptionScreen } from './form.screens.ts';
import { readItems } from './read-subscriptions.ts';
import { termsProblems, withFormNames } from './refused-fields.ts';
import { createForm, labelsForm, readCardToken, readCreateForm, updateForm } from './subscription-form.ts';
import { subscriptionScreen } from './subscription.screens.ts';
import { subscriptionsWords } from './subscriptions.words.ts';

const common = { scope: 'store', needs: 'collect', words: subscriptionsWords } as const;
const ofOne = { ...common, screen: subscriptionScreen } as const;

const createSubscriptionAct = act({
  ...common,
  id: 'createSubscription',
  path: '/subscriptions',
  screen: newSubscriptionScreen,
  form: createForm,
  run: async ({ deps, store, company, input: form, href }) => {
    const errors: FieldError[] = [];
    const { input, lines } = readCreateForm(form, errors);
    // All that is wrong is told at once: the use case would tell of the terms alone.
    if (errors.length > 0) errors.push(...termsProblems(input, company, await deps.clock.now(store)));
    if (errors.length > 0) throw invalidFields(errors);
    const { id } = await withFormNames(lines, () => createSubscription(deps, { store, input }));
    return { goTo: href(`/subscriptions/${id}`), subject: `subscription ${id}` };
  },
});

const updateSubscriptionAct = act({
  ...ofOne,
  id: 'updateSubscription',
  path: '/subscriptions/{id}/edit',
  screen: editSubscriptionScreen,
  form: updateForm,
  run: async ({ deps, store, id: subscriptionId, input, href }) => {
    const subscription = await findSubscription(deps.em, { store, subscriptionId });
    const items = await readItems(deps.em, subscriptionId);
    const { changes, lines } = readTerms(input, { subscription, items });
    await withFormNames(lines, () => updateSubscription(deps, { store, subscriptionId, changes }));
    return { goTo: href(`/subscriptions/${subscriptionId}`), ...told(subscriptionId, changes) };
  },
});

const labelSubscriptionAct = act({
  ...ofOne,
  id: 'labelSubscription',
  path: '/subscriptions/{id}/labels',
  screen: editSubscriptionScreen,
  form: labelsForm,
  run: async ({ deps, store, id: subscriptionId, input, href }) => {
    const subscription = await findSubscription(deps.em, { store, subscriptionId });
    const changes = readLabelChanges(input, subscription);
    await withFormNames([], () => updateSubscription(deps, { store, subscriptionId, changes }));
    return { goTo: href(`/subscriptions/${subscriptionId}`), ...told(subscriptionId, changes) };
  },
});

/** For the audit log: the names of what was changed, and never what a card's token or a label was. */
function told(subscriptionId: number, changes: SubscriptionChanges) {
  return { subject: `subscription ${subscriptionId}`, details: { changed: Object.keys(changes) } };
}

const pauseSubscriptionAct = act({
  ...ofOne,
  id: 'pauseSubscription',
  path: '/subscriptions/{id}/pause',
  form: joi.object<{ resume_date?: string }>({ resume_date: formFields.date() }),
  run: async ({ deps, store, id: subscriptionId, input }) => {
    const { resume_date: resumeDate = null } = input;
    await withFormNames([], () => pauseSubscription(deps, { store, subscriptionId, resumeDate }));
    return { subject: `subscription ${subscriptionId}`, details: { resume_date: resumeDate } };
  },
});

const resumeSubscriptionAct = act({
  ...ofOne,
  id: 'resumeSubscription',
  path: '/subscriptions/{id}/resume',
  run: async ({ deps, store, id: subscriptionId }) => {
    await resumeSubscription(deps, { store, subscriptionId });
    return { subject: `subscription ${subscriptionId}` };
  },
});

const cancelSubscriptionAct = act({
  ...ofOne,
  id: 'cancelSubscription',
  path: '/subscriptions/{id}/cancel',
  form: joi.object<{ when: CancelWhen; invoices: CancelInvoices }>({
    when: formFields.choice(CANCEL_WHEN).required(),
    invoices: formFields.choice(CANCEL_INVOICES).required(),
  }),
  run: async ({ deps, store, id: subscriptionId, input }) => {
    await cancelSubscription(deps, { store, subscriptionId, ...input });
    return { subject: `subscription ${subscriptionId}`, details: { ...input } };
  },
});

const retrySubscriptionAct = act({
  ...ofOne,
  id: 'retrySubscription',
  path: '/subscriptions/{id}/retry',
  form: joi.object<{ card_token?: string }>({ card_token: formFields.line(200) }),
  run: async ({ deps, store, id: subscriptionId, input }) => {
    const errors: FieldError[] = [];
    const cardToken = readCardToken(input, errors);
    if (errors.length > 0) throw invalidFields(errors);
    await withFormNames([], () => retryNow(deps, { store, subscriptionId, cardToken }));
    return { subject: `subscription ${subscriptionId}` };
  },
});

const requestAuthorizationAct = act({
  ...ofOne,
  id: 'requestAuthorization',
  path: '/subscriptions/{id}/authorization',
  run: async ({ deps, store, id: subscriptionId }) => {
    const wish = { journey: null, payerAccount: null };
    await withFormNames([], () => requestAuthorization(deps, { store, subscriptionId, wish }));
    return { subject: `subscription ${subscriptionId}` };
  },
});

const cancelAuthorizationAct = act({
  ...ofOne,
  id: 'cancelAuthorization',
  path: '/subscriptions/{id}/authorization/cancel',
  run: async ({ deps, store, id: subscriptionId }) => {
    await cancelAuthorization(deps, { store, subscriptionId });
    return { subject: `subscription ${subscriptionId}` };
  },
});

export const subscriptionsActs = [
  createSubscriptionAct,
  updateSubscriptionAct,
  labelSubscriptionAct,
  pauseSubscriptionAct,
  resumeSubscriptionAct,
  cancelSubscriptionAct,
  retrySubscriptionAct,
  requestAuthorizationAct,
  cancelAuthorizationAct,
];
