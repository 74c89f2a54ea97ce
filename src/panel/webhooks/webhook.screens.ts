import { DateTime } from 'luxon';
import { findWebhook } from '../../webhooks/find-webhook.ts';
import { listDeliveries } from '../../webhooks/list-deliveries.ts';
import { listIncidents } from '../../webhooks/list-incidents.ts';
import { screen } from '../screen.ts';
import { sayFailure } from './say-failure.ts';
import { describeDeliveries, describeHealth, nameOfWebhook, eventOptions } from './describe-webhook.ts';
import { DEFAULT_OVERLAP_HOURS, LOCAL_MINUTE, MAX_OVERLAP_HOURS } from './webhook-form.ts';
import { webhookWords } from './webhook.words.ts';

const INCIDENTS_SHOWN = 20;
const DELIVERIES_SHOWN = 5;

/** A webhook: how it is, how it was, and all that can be done with it. */
export const webhookScreen = screen({
  id: 'webhook',
  scope: 'store',
  path: '/webhooks/{id}',
  resource: 'webhook',
  section: 'webhooks',
  words: webhookWords,
  show: async ({ deps, store, company, id, now, w, f, language }) => {
    const endpoint = await findWebhook(deps.em, { store, webhookId: id });
    const incidents = await listIncidents(deps.em, { store, webhookId: id, limit: INCIDENTS_SHOWN });
    const latest = await listDeliveries(deps.em, { store, webhookId: id, query: { limit: DELIVERIES_SHOWN } });
    const { url, description, events, enabled, createdAt, updatedAt, previousSecretExpiresAt } = endpoint;
    // The delivery that was given up first had failed for some time when its failure began.
    const storeNow = await deps.clock.now(store);
    const failedSince = incidents[0]?.openedAt ?? storeNow;
    const since = DateTime.fromJSDate(failedSince, { zone: company.timeZone }).minus({ days: 1 });
    return {
      template: 'webhooks/webhook',
      title: w.title(nameOfWebhook(endpoint)),
      data: {
        id,
        environment: store.environment,
        timeZone: company.timeZone,
        url,
        description,
        events,
        createdAt,
        updatedAt,
        health: describeHealth(endpoint, { shared: w.shared, f }),
        // Real time, as rotations are.
        previousUntil: previousSecretExpiresAt && previousSecretExpiresAt > now ? previousSecretExpiresAt : null,
        incidents: incidents.map((incident) => ({
          ...{ openedAt: incident.openedAt, closedAt: incident.closedAt },
          ...{ alertedAt: incident.alertedAt, recoveryAlertedAt: incident.recoveryAlertedAt },
          lastError: incident.lastError && sayFailure(incident.lastError, language),
        })),
        hasAlerts: deps.hasMail,
        deliveries: await describeDeliveries(deps.em, latest.rows, { shared: w.shared, language, f, now: storeNow }),
        eventOptions: eventOptions(w.shared),
        values: { url, description, events, enabled },
        rotation: { overlap_hours: DEFAULT_OVERLAP_HOURS },
        maxOverlapHours: MAX_OVERLAP_HOURS,
        resend: { since: since.toFormat(LOCAL_MINUTE) },
      },
    };
  },
});
