import { findCustomerName } from '../../catalog/customers/search-customers.ts';
import { joi } from '../../base/http/joi.ts';
import type { PageQuery } from '../../base/http/list-page.ts';
import { withoutUndefined } from '../../base/http/without-undefined.ts';
import { subtotalOf } from '../../invoices/price-lines.ts';
import { SUBSCRIPTION_METHODS, type SubscriptionMethod } from '../../banking/payment-method.ts';
import { listSubscriptions } from '../../subscriptions/list-subscriptions.ts';
import { upcomingDueDate } from '../../subscriptions/next-step.ts';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '../../subscriptions/subscription-status.ts';
import { formFields } from '../form-fields.ts';
import { pagerOf } from '../pager.ts';
import { screen, type RequestOf } from '../screen.ts';
import { readListed, type ListedSubscription } from './read-subscriptions.ts';
import { sayRhythm } from './say-rhythm.ts';
import { subscriptionsWords, type SubscriptionsWords } from './subscriptions.words.ts';
import { STATUS_TONES } from './tones.ts';

const PAGE_LENGTH = 25;

interface SubscriptionsQuery {
  status?: SubscriptionStatus;
  method?: SubscriptionMethod;
  customer?: number;
  reference?: string;
  starting_after?: number;
  ending_before?: number;
}

export const subscriptionsScreen = screen({
  id: 'subscriptions',
  scope: 'store',
  path: '/subscriptions',
  section: 'subscriptions',
  needs: 'view',
  words: subscriptionsWords,
  query: joi.object<SubscriptionsQuery>({
    status: formFields.choice(SUBSCRIPTION_STATUSES),
    method: formFields.choice(SUBSCRIPTION_METHODS),
    customer: formFields.id(),
    reference: formFields.line(200),
    starting_after: formFields.id(),
    ending_before: formFields.id(),
  }),
  show: async (request) => {
    const { deps, store, input, asked, href, w } = request;
    const { status, method, customer, reference, starting_after, ending_before } = input;
    // A single cursor holds, as in every list.
    const cursor = starting_after === undefined ? { ending_before } : { starting_after };
    const filters = { status, customer_id: customer, payment_method: method, external_reference: reference };
    const query = { limit: PAGE_LENGTH, ...withoutUndefined({ ...filters, ...cursor }) };
    const page = await listSubscriptions(deps.em, { store, query });
    const listed = await readListed(deps.em, page.rows);
    const path = href('/subscriptions');
    return {
      template: 'subscriptions/list',
      title: w.title,
      data: {
        path,
        rows: listed.map((row) => presentRow(row, request)),
        isFiltered: Object.values(filters).some((value) => value !== undefined),
        problems: asked.problems.map(({ text }) => text),
        customer: customer === undefined ? null : await findCustomerName(deps.em, { store, customerId: customer }),
        newPath: href(`/subscriptions/new${customer === undefined ? '' : `?customer=${customer}`}`),
        statuses: SUBSCRIPTION_STATUSES,
        methods: SUBSCRIPTION_METHODS,
        pager: pagerOf(path, { query: { ...input } as PageQuery & Record<string, unknown>, page }),
      },
    };
  },
});

function presentRow(
  { subscription, customer, items }: ListedSubscription,
  { href, f, t, w }: RequestOf<'store', SubscriptionsWords, unknown>,
): object {
  const { id, status, paymentMethod, cancelAtPeriodEnd } = subscription;
  const nextDueDate = upcomingDueDate(subscription);
  return {
    id,
    href: href(`/subscriptions/${id}`),
    customer: customer.name ?? t.erasedCustomer,
    what: sayRhythm(subscription, w.rhythm),
    total: f.money(subtotalOf(items)),
    method: t.methods[paymentMethod],
    status: w.statuses[status],
    tone: STATUS_TONES[status],
    willCancel: cancelAtPeriodEnd,
    nextDueDate,
  };
}
