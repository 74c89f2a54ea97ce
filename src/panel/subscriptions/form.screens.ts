import { findCustomerName } from '../../catalog/customers/search-customers.ts';
import { reader } from '../../base/db/transaction.ts';
import { joi } from '../../base/http/joi.ts';
import { SUBSCRIPTION_METHODS } from '../../banking/payment-method.ts';
import { listCardsOf } from '../../catalog/cards/find-saved-card.ts';
import { hasCard } from '../../subscriptions/card-on-file.ts';
import { productOptions } from '../products/product-options.ts';
import { cardOptions } from '../saved-cards.ts';
import { findSubscription } from '../../subscriptions/find-subscription.ts';
import { SUBSCRIPTION_INTERVALS } from '../../subscriptions/schedule.ts';
import { isOver } from '../../subscriptions/subscription-status.ts';
import { formFields } from '../form-fields.ts';
import { screen } from '../screen.ts';
import { hasTooManyLines, labelsValues, termsValues } from './edit-form.ts';
import { readItems } from './read-subscriptions.ts';
import { LINE_NUMBERS, SANDBOX_TOKENS } from './subscription-form.ts';
import { subscriptionsWords } from './subscriptions.words.ts';

const common = { scope: 'store', section: 'subscriptions', needs: 'collect', words: subscriptionsWords } as const;
const CHOICES = { methods: SUBSCRIPTION_METHODS, intervals: SUBSCRIPTION_INTERVALS, lineNumbers: LINE_NUMBERS };

export const newSubscriptionScreen = screen({
  ...common,
  id: 'newSubscription',
  path: '/subscriptions/new',
  query: joi.object<{ customer?: number }>({ customer: formFields.id() }),
  show: async ({ deps, store, company, input: { customer }, w, f }) => ({
    template: 'subscriptions/new',
    title: w.form.title,
    data: {
      ...CHOICES,
      values: {
        ...Object.fromEntries(LINE_NUMBERS.map((number) => [`quantity_${number}`, '1'])),
        customer_id: customer === undefined ? '' : String(customer),
        payment_method: 'pix',
        interval: 'month',
        interval_count: '1',
        trial_days: '0',
      },
      customer: customer === undefined ? null : await findCustomerName(deps.em, { store, customerId: customer }),
      products: await productOptions(deps.em, { store, none: w.form.noProduct, f }),
      cards: customer === undefined ? [] : cardOptions(await listCardsOf(deps.em, { store, customerId: customer })),
      storeDays: f.number(company.subscriptionDaysBeforeDue),
      testTokens: store.environment === 'sandbox' ? SANDBOX_TOKENS : [],
    },
  }),
});

export const editSubscriptionScreen = screen({
  ...common,
  id: 'editSubscription',
  path: '/subscriptions/{id}/edit',
  resource: 'subscription',
  show: async ({ deps, store, id, w, f }) => {
    const subscription = await findSubscription(reader(deps.em), { store, subscriptionId: id });
    const { items, archived } = await readItems(deps.em, id);
    // An archived product can stay in the subscription that has it.
    const lines = new Map(
      items.filter(({ productId }) => archived.has(productId)).map((item) => [item.productId, item]),
    );
    const kept = [...lines.values()].map(({ productId, name }) => ({
      value: String(productId),
      label: w.form.archived(name),
    }));
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
        products: await productOptions(deps.em, { store, none: w.form.noProduct, kept, f }),
        testTokens: store.environment === 'sandbox' ? SANDBOX_TOKENS : [],
      },
    };
  },
});
