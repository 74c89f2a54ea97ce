import { EVENT_TYPES } from '../../events/event-types.ts';
import { joi } from '../../base/http/joi.ts';
import { redeliver } from '../../webhooks/redeliver.ts';
import { pageQuery, type Page } from '../../base/http/list-page.ts';
import type { ListDeliveriesQuery } from '../../webhooks/delivery.schema.ts';
import { findWebhook } from '../../webhooks/find-webhook.ts';
import { listDeliveries, listStoreDeliveries, type NamedDelivery } from '../../webhooks/list-deliveries.ts';
import { DELIVERY_STATES } from '../../webhooks/webhook-delivery.entity.ts';
import { formFields } from '../form-fields.ts';
import { pagerOf } from '../pager.ts';
import { act, screen, type PageView, type RequestOf } from '../screen.ts';
import { doSeveral, tickedRows } from '../several.ts';
import { describeDeliveries, eventFilters, nameOfWebhook } from './describe-webhook.ts';
import { deliveriesWords } from './deliveries.words.ts';

const words = deliveriesWords;

/** As the API's, but a filter that is left empty is none. */
const query = pageQuery<ListDeliveriesQuery>({
  status: formFields.choice(DELIVERY_STATES),
  event: formFields.choice(EVENT_TYPES),
});

type LogRequest = RequestOf<'store', (typeof words)['en'], ListDeliveriesQuery>;

interface LogPage {
  title: string;
  /** Where the log is. */
  path: string;
  page: Page<NamedDelivery>;
  webhook: { id: number; name: string } | null;
}

async function logPage(request: LogRequest, { title, path, page, webhook }: LogPage): Promise<PageView> {
  const { deps, store, input, w, f, language } = request;
  const now = await deps.clock.now(store);
  const deliveries = await describeDeliveries(deps.em, page.rows, { shared: w.shared, language, f, now });
  return {
    template: 'webhooks/deliveries',
    title,
    data: {
      path,
      webhookId: webhook?.id ?? null,
      webhookName: webhook?.name,
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
  show: async (request) => {
    const { deps, store, id, w, input, href } = request;
    const page = await listDeliveries(deps.em, { store, webhookId: id, query: input });
    const webhookName = nameOfWebhook(await findWebhook(deps.em, { store, webhookId: id }));
    const path = href(`/webhooks/${id}/deliveries`);
    return logPage(request, { title: w.titleOf(webhookName), path, page, webhook: { id, name: webhookName } });
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
  show: async (request) => {
    const { deps, store, w, input, href } = request;
    const page = await listStoreDeliveries(deps.em, { store, query: input });
    return logPage(request, { title: w.title, path: href('/deliveries'), page, webhook: null });
  },
});

const redeliverSeveralAct = act({
  id: 'redeliverSeveral',
  scope: 'store',
  path: '/deliveries/redeliver',
  needs: 'integrate',
  words,
  screen: deliveriesScreen,
  form: joi.object<{ row: number[] }>({ row: tickedRows() }),
  auditsItself: true,
  withoutTransaction: true,
  run: (request) => {
    const { store, input, w, href } = request;
    return doSeveral(request, {
      ...{ ids: input.row, action: 'redeliver', of: 'delivery', list: href('/deliveries') },
      name: w.deliveryTitle,
      page: (id) => href(`/deliveries/${id}`),
      work: async (deps, deliveryId) => {
        const { event } = await redeliver(deps, { store, deliveryId });
        return { event };
      },
    });
  },
});

export const deliveriesActs = [redeliverSeveralAct];
export const deliveriesScreens = [webhookDeliveriesScreen, deliveriesScreen];
