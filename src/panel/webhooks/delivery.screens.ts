import { joi } from '../../base/http/joi.ts';
import { findDelivery, type DeliveryLog } from '../../webhooks/find-delivery.ts';
import { findLoggedWebhook } from '../../webhooks/find-webhook.ts';
import { redeliver } from '../../webhooks/redeliver.ts';
import type { WebhookAttempt } from '../../webhooks/webhook-attempt.entity.ts';
import type { WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.ts';
import { act, screen } from '../screen.ts';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import { sayFailure } from './say-failure.ts';
import { describeDelivery, nameOfWebhook } from './describe-webhook.ts';
import { deliveriesWords } from './deliveries.words.ts';

const words = deliveriesWords;

const OUTCOME_TONES = { succeeded: 'good', failed: 'bad', interrupted: 'warn' } as const;

const deliveryScreen = screen({
  id: 'delivery',
  scope: 'store',
  path: '/deliveries/{id}',
  resource: 'delivery',
  section: 'webhooks',
  words,
  // The state of a delivery on its way that an open page shows; the page is sent again once there is more to see.
  query: joi.object<{ seen?: string }>({ seen: joi.string().max(100) }),
  show: async ({ deps, store, id, w, input, language }) => {
    const log = await findDelivery(deps.em, { store, deliveryId: id });
    const { delivery, event, attempts } = log;
    const endpoint = await findLoggedWebhook(deps.em, { store, webhookId: delivery.endpointId });
    const seen = versionOf(log, endpoint);
    return {
      template: 'webhooks/delivery',
      title: w.deliveryTitle(id),
      ...(input.seen === seen && { status: 204 }),
      data: {
        ...describeDelivery({ delivery, event: event.type }, w.shared),
        isPending: delivery.state === 'pending',
        seen,
        nextIsDue: delivery.nextAttemptAt !== null && delivery.nextAttemptAt <= (await deps.clock.now(store)),
        isHeld: endpoint.pausedAt !== null && delivery.runsIn !== 'delivery',
        nextProbeAt: endpoint.nextProbeAt,
        invoiceId: delivery.resourceType === 'invoice' ? delivery.resourceId : null,
        url: endpoint.url,
        webhookName: nameOfWebhook(endpoint),
        isDeleted: endpoint.deletedAt !== null,
        mayResend: delivery.state !== 'pending' && endpoint.deletedAt === null,
        body: readable(event.body),
        hasMore: delivery.attempts > attempts.length,
        attemptLog: attempts.map((attempt) => describeAttempt(attempt, event.body, language)).reverse(),
      },
    };
  },
});

/** Changes with everything that its page shows of a delivery on its way. */
function versionOf({ delivery }: DeliveryLog, { pausedAt, nextProbeAt }: WebhookEndpoint): string {
  const { state, attempts, nextAttemptAt } = delivery;
  return [state, attempts, ...[nextAttemptAt, pausedAt, nextProbeAt].map((at) => at?.getTime() ?? 0)].join('-');
}

/** The bytes that went over the wire, as HTTP writes them. */
function describeAttempt(attempt: WebhookAttempt, body: string, language: PanelLanguage) {
  const { number, outcome, startedAt, durationMs, statusCode, error, url, requestHeaders, responseHeaders } = attempt;
  const request = requestHeaders && [`POST ${url ?? ''}`, ...headerLines(requestHeaders), '', body].join('\n');
  return {
    number,
    outcome,
    tone: OUTCOME_TONES[outcome],
    startedAt,
    durationMs,
    statusCode,
    error: error && sayFailure(error, language),
    request,
    responseHeaders: responseHeaders && headerLines(responseHeaders).join('\n'),
    responseBody: attempt.responseBody,
  };
}

function headerLines(headers: Record<string, string | string[]>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
}

function readable(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}

const redeliverAct = act({
  id: 'redeliver',
  scope: 'store',
  path: '/deliveries/{id}/redeliver',
  needs: 'integrate',
  words,
  screen: deliveryScreen,
  run: async ({ deps, store, id }) => {
    const { event } = await redeliver(deps, { store, deliveryId: id });
    return { subject: `delivery ${id}`, details: { event } };
  },
});

export const deliveryScreens = [deliveryScreen];
export const deliveryActs = [redeliverAct];
