import { EVENT_TYPES } from '../../events/event-types.ts';
import { pageQuery, type Page } from '../../base/http/list-page.ts';
import type { ListDeliveriesQuery } from '../../webhooks/delivery.schema.ts';
import { listDeliveries, listStoreDeliveries, type NamedDelivery } from '../../webhooks/list-deliveries.ts';
import { DELIVERY_STATES } from '../../webhooks/webhook-delivery.entity.ts';
import { formFields } from '../form-fields.ts';
import { pagerOf } from '../pager.ts';
import { screen, type PageView } from '../screen.ts';
import { describeDelivery, eventFilters } from './describe-webhook.ts';
import { deliveriesWords } from './deliveries.words.ts';

const words = deliveriesWords;

/** As the API's, but a filter that is left empty is none. */
const query = pageQuery<ListDeliveriesQuery>({
  status: formFields.choice(DELIVERY_STATES),
  event: formFields.choice(EVENT_TYPES),
});

interface LogPage {
  title: string;
  /** Where the log is. */
  path: string;
  page: Page<NamedDelivery>;
  input: ListDeliveriesQuery;
  w: (typeof words)['en'];
  webhookId: number | null;
}

function logPage({ title, path, page, input, w, webhookId }: LogPage): PageView {
  const deliveries = page.rows.map((row) => describeDelivery(row, w.shared));
  return {
    template: 'webhooks/deliveries',
    title,
    data: {
      path,
      webhookId,
      deliveries,
      pager: pagerOf(path, { query: { ...input }, page: { ...page, rows: deliveries } }),
      states: DELIVERY_STATES.map((value) => ({ value, label: w.shared.states[value] })),
      events: eventFilters(),
    },
  };
}

const webhookDeliveriesScreen = screen({
  id: 'webhookDeliveries',
  scope: 'store',
  path: '/webhooks/{id}/deliveries',
  resource: 'webhook',
  section: 'webhooks',
  words,
  query,
  show: async ({ deps, store, id, w, input, href }) => {
    const page = await listDeliveries(deps.em, { store, webhookId: id, query: input });
    return logPage({ title: w.titleOf(id), path: href(`/webhooks/${id}/deliveries`), page, input, w, webhookId: id });
  },
});

/** The deliveries to every webhook, also to those that were deleted. */
const deliveriesScreen = screen({
  id: 'deliveries',
  scope: 'store',
  path: '/deliveries',
  section: 'webhooks',
  words,
  query,
  show: async ({ deps, store, w, input, href }) => {
    const page = await listStoreDeliveries(deps.em, { store, query: input });
    return logPage({ title: w.title, path: href('/deliveries'), page, input, w, webhookId: null });
  },
});

export const deliveriesScreens = [webhookDeliveriesScreen, deliveriesScreen];
