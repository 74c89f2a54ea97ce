import { findCustomerName } from '../../catalog/customers/search-customers.ts';
import { reader } from '../../base/db/transaction.ts';
import { joi } from '../../base/http/joi.ts';
import { SUBSCRIPTION_METHODS } from '../../banking/payment-method.ts';
import { listCardsOf } from '../../catalog/cards/find-saved-card.ts';
import { hasCard } from '../../subscriptions/card-on-file.ts';
import { suggesting } from '../choices.ts';
import { customerChoices } from '../customers/customer-choices.ts';
import { productChoices } from '../products/product-choices.ts';
import { cardOptions } from '../saved-cards.ts';
import { findSubscription } from '../../subscriptions/find-subscription.ts';
import { SUBSCRIPTION_INTERVALS } from '../../subscriptions/schedule.ts';
import { isOver } from '../../subscriptions/subscription-status.ts';
import { formFields, writeReference } from '../form-fields.ts';
import { LINE_NUMBERS } from '../line-numbers.ts';
import { screen, type RequestOf } from '../screen.ts';
import { hasTooManyLines, labelsValues, termsValues } from './edit-form.ts';
import { readItems } from './read-subscriptions.ts';
import { outlineSubscription } from './outline-subscription.ts';
import { SANDBOX_TOKENS, unfinishedFields, type CreateForm } from './subscription-form.ts';
import { subscriptionsWords } from './subscriptions.words.ts';

const common = { scope: 'store', section: 'subscriptions', needs: 'collect', words: subscriptionsWords } as const;
const CHOICES = { methods: SUBSCRIPTION_METHODS, intervals: SUBSCRIPTION_INTERVALS, lineNumbers: LINE_NUMBERS };

/** With the fields of a subscription in its address, the page says which charges would come. */
export const newSubscriptionScreen = screen({
  ...common,
  id: 'newSubscription',
  path: '/subscriptions/new',
  query: joi.object<Partial<CreateForm> & { customer?: number }>({
    ...unfinishedFields,
    customer: formFields.id(),
  }),
  show: async (request) => {
    const { deps, store, company, input, asked, w, f, href } = request;
    const customerId = input.customer ?? input.customer_id;
    const name = customerId === undefined ? null : await findCustomerName(deps.em, { store, customerId });
    return {
      template: 'subscriptions/new',
      title: w.form.title,
      data: {
        ...CHOICES,
        values: {
          ...Object.fromEntries(LINE_NUMBERS.map((number) => [`quantity_${number}`, '1'])),
          ...{ payment_method: 'pix', interval: 'month', interval_count: '1', trial_days: '0' },
          ...asked.values,
          customer_id: customerId === undefined || name === null ? '' : writeReference({ id: customerId, name }),
        },
        customers: await customerChoices(deps.em, { store, text: '' }),
        suggestingCustomers: suggesting({ list: 'customer-choices', from: href('/customers/choices') }),
        ...(await productsOf(request)),
        cards:
          customerId === undefined || name === null
            ? []
            : cardOptions(await listCardsOf(deps.em, { store, customerId })),
        storeDays: f.number(company.subscriptionDaysBeforeDue),
        testTokens: store.environment === 'sandbox' ? SANDBOX_TOKENS : [],
        outline: await outlineSubscription(request),
      },
    };
  },
});

async function productsOf({
  deps,
  store,
  f,
  href,
}: Pick<RequestOf<'store', never, never>, 'deps' | 'store' | 'f' | 'href'>) {
  return {
    products: await productChoices(deps.em, { store, text: '', f }),
    suggestingProducts: suggesting({ list: 'product-choices', from: href('/products/choices') }),
  };
}

export const editSubscriptionScreen = screen({
  ...common,
  id: 'editSubscription',
  path: '/subscriptions/{id}/edit',
  resource: 'subscription',
  show: async (request) => {
    const { deps, store, id, w } = request;
    const subscription = await findSubscription(reader(deps.em), { store, subscriptionId: id });
    const items = await readItems(deps.em, id);
    return {
      template: 'subscriptions/edit',
      title: w.form.editTitle(id),
      data: {
        ...CHOICES,
        id,
        isOver: isOver(subscription),
        values: termsValues(subscription, items),
        labels: labelsValues(subscription),
        lineCount: items.length,
        hasTooManyLines: hasTooManyLines(items),
        hasCard: hasCard(subscription),
        cards: cardOptions(await listCardsOf(deps.em, { store, customerId: subscription.customerId })),
        ...(await productsOf(request)),
        testTokens: store.environment === 'sandbox' ? SANDBOX_TOKENS : [],
      },
    };
  },
});
