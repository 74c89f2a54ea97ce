import { invoiceMethodOf, METHODS } from '../../banking/payment-method.ts';
import { joi } from '../../base/http/joi.ts';
import { withoutUndefined } from '../../base/http/without-undefined.ts';
import { formFields } from '../form-fields.ts';
import { pagerOf } from '../pager.ts';
import { screen } from '../screen.ts';
import { readSubscriptionRecord } from './read-subscriptions.ts';
import { actsOn, presentSubscriptionPage } from './subscription-page.ts';
import { SANDBOX_TOKENS } from './subscription-form.ts';
import { subscriptionsWords } from './subscriptions.words.ts';

const CYCLES_SHOWN = 24;

interface CyclesQuery {
  starting_after?: number;
  ending_before?: number;
}

export const subscriptionScreen = screen({
  id: 'subscription',
  scope: 'store',
  path: '/subscriptions/{id}',
  section: 'subscriptions',
  needs: 'view',
  resource: 'subscription',
  words: subscriptionsWords,
  query: joi.object<CyclesQuery>({ starting_after: formFields.id(), ending_before: formFields.id() }),
  show: async (request) => {
    const { deps, store, company, id, input, w, t, f, href } = request;
    const { starting_after, ending_before } = input;
    const cursor = withoutUndefined(starting_after === undefined ? { ending_before } : { starting_after });
    const query = { limit: CYCLES_SHOWN, ...cursor };
    const record = await readSubscriptionRecord(deps.em, { store, subscriptionId: id, query });
    const now = await deps.clock.now(store);
    const path = href(`/subscriptions/${id}`);
    const { pausedAt, resumesOn, cancelAtPeriodEnd, paymentMethod } = record.subscription;
    return {
      template: 'subscriptions/subscription',
      title: w.subscription(id),
      data: {
        ...presentSubscriptionPage(record, { company, now, w, t, f, href, publicUrl: deps.publicUrl }),
        id,
        acts: actsOn(record),
        isPaused: pausedAt !== null,
        resumesOn: resumesOn ?? '',
        willCancel: cancelAtPeriodEnd,
        isByCard: METHODS[invoiceMethodOf(paymentMethod)].takesCardToken,
        testTokens: store.environment === 'sandbox' ? SANDBOX_TOKENS : [],
        pager: pagerOf(path, { query: cursor as typeof query, page: record.page }),
      },
    };
  },
});
