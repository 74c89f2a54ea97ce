import { DateTime } from 'luxon';
import { joi } from '../../base/http/joi.ts';
import { deleteWebhook } from '../../webhooks/delete-webhook.ts';
import { findWebhook } from '../../webhooks/find-webhook.ts';
import { redeliverFailed } from '../../webhooks/redeliver.ts';
import { rotateWebhookSecret } from '../../webhooks/rotate-webhook-secret.ts';
import { sendTestEvent } from '../../webhooks/send-test-event.ts';
import { updateWebhook } from '../../webhooks/update-webhook.ts';
import { formFields } from '../form-fields.ts';
import { act } from '../screen.ts';
import { secretPage } from './secret-page.ts';
import {
  hostOf,
  localMinute,
  overlapForm,
  overlapSeconds,
  readWebhookForm,
  webhookForm,
  type WebhookForm,
} from './webhook-form.ts';
import { webhookScreen } from './webhook.screens.ts';
import { webhookWords } from './webhook.words.ts';

/** The parts that every act on one webhook shares. */
const onWebhook = {
  scope: 'store',
  needs: 'integrate',
  words: webhookWords,
  screen: webhookScreen,
} as const;

const updateWebhookAct = act({
  ...onWebhook,
  id: 'updateWebhook',
  path: '/webhooks/{id}',
  form: joi.object<WebhookForm & { enabled: boolean }>({ ...webhookForm, enabled: formFields.checkbox() }),
  run: async ({ deps, store, id, input }) => {
    const before = { ...(await findWebhook(deps.em, { store, webhookId: id })) };
    const rules = { environment: store.environment, policy: deps.addressPolicy };
    const changes = { ...readWebhookForm(input, rules), enabled: input.enabled };
    await updateWebhook(deps, { store, webhookId: id, changes });
    const { url, ...others } = changes;
    const changed = Object.entries(others).filter(
      ([name, value]) => JSON.stringify(before[name as keyof typeof others]) !== JSON.stringify(value),
    );
    return {
      subject: `webhook ${id}`,
      details: { ...Object.fromEntries(changed), ...(before.url !== url && { host: hostOf(url) }) },
    };
  },
});

const testWebhookAct = act({
  ...onWebhook,
  id: 'testWebhook',
  path: '/webhooks/{id}/test',
  run: async ({ deps, store, id, href }) => {
    const { delivery } = await sendTestEvent(deps, { store, webhookId: id });
    return { goTo: href(`/deliveries/${delivery.id}`), subject: `webhook ${id}`, details: { delivery: delivery.id } };
  },
});

const rotateWebhookSecretAct = act({
  ...onWebhook,
  id: 'rotateWebhookSecret',
  path: '/webhooks/{id}/rotate-secret',
  form: joi.object<{ overlap_hours: number }>(overlapForm),
  run: async ({ deps, store, id, input, language }) => {
    const rotation = { overlap_seconds: overlapSeconds(input) };
    const { endpoint, secret } = await rotateWebhookSecret(deps, { store, webhookId: id, input: rotation });
    return {
      show: secretPage({ endpoint, secret, language }),
      subject: `webhook ${id}`,
      details: { overlap_hours: input.overlap_hours },
    };
  },
});

const redeliverFailedAct = act({
  ...onWebhook,
  id: 'redeliverFailed',
  path: '/webhooks/{id}/redeliver',
  form: joi.object<{ since: string }>({ since: localMinute().required() }),
  run: async ({ deps, store, company, id, input, href }) => {
    const since = DateTime.fromISO(input.since, { zone: company.timeZone }).toJSDate();
    const { count, has_more } = await redeliverFailed(deps, { store, webhookId: id, since });
    return {
      goTo: href(`/webhooks/${id}/deliveries?status=pending`),
      subject: `webhook ${id}`,
      details: { since: since.toISOString(), count, has_more },
    };
  },
});

const deleteWebhookAct = act({
  ...onWebhook,
  id: 'deleteWebhook',
  path: '/webhooks/{id}/delete',
  run: async ({ deps, store, id, href }) => {
    await deleteWebhook(deps, { store, webhookId: id });
    return { goTo: href('/webhooks'), subject: `webhook ${id}` };
  },
});

export const webhookActs = [
  updateWebhookAct,
  testWebhookAct,
  rotateWebhookSecretAct,
  redeliverFailedAct,
  deleteWebhookAct,
];
