import { readSettings } from '../../accounts/companies/read-settings.ts';
import { RETRY_STRATEGIES, type RetryStrategy } from '../../accounts/companies/store-settings.entity.ts';
import { joi } from '../../base/http/joi.ts';
import { createWebhook, MAX_WEBHOOKS } from '../../webhooks/create-webhook.ts';
import { listWebhooks } from '../../webhooks/list-webhooks.ts';
import {
  presentWebhookSettings,
  updateWebhookSettings,
  type WebhookSettingsBody,
} from '../../webhooks/webhook-settings.ts';
import { formFields } from '../form-fields.ts';
import { act, screen } from '../screen.ts';
import { attemptTimes, spellDuration } from './attempt-times.ts';
import { describeHealth, eventOptions } from './describe-webhook.ts';
import { secretPage } from './secret-page.ts';
import { hostOf, readWebhookForm, webhookForm, type WebhookForm } from './webhook-form.ts';
import { webhooksWords } from './webhooks.words.ts';

const words = webhooksWords;

const webhooksScreen = screen({
  id: 'webhooks',
  scope: 'store',
  path: '/webhooks',
  section: 'webhooks',
  words,
  show: async ({ deps, store, w, f }) => {
    const { rows } = await listWebhooks(deps.em, { store, query: { limit: MAX_WEBHOOKS } });
    const settings = await readSettings(deps.em, store);
    const policy = {
      intervalSeconds: settings.webhookRetryIntervalSeconds,
      strategy: settings.webhookRetryStrategy,
      maxIntervalSeconds: settings.webhookRetryMaxIntervalSeconds,
    };
    const times = attemptTimes(policy, settings.webhookRetries).map((seconds) => spellDuration(seconds, f));
    return {
      template: 'webhooks/list',
      title: w.title,
      data: {
        environment: store.environment,
        webhooks: rows.map((endpoint) => ({
          id: endpoint.id,
          url: endpoint.url,
          description: endpoint.description,
          events: endpoint.events,
          health: describeHealth(endpoint, { shared: w.shared, f }),
        })),
        eventOptions: eventOptions(w.shared),
        settings: presentWebhookSettings(settings),
        strategies: RETRY_STRATEGIES.map((value) => ({ value, label: w.strategies[value] })),
        attempts: times.map((time, index) => (index === 0 ? w.atOnce : w.after(time))),
      },
    };
  },
});

const createWebhookAct = act({
  id: 'createWebhook',
  scope: 'store',
  path: '/webhooks',
  needs: 'integrate',
  words,
  screen: webhooksScreen,
  form: joi.object<WebhookForm>(webhookForm),
  run: async ({ deps, store, input: form, language }) => {
    const input = readWebhookForm(form, { environment: store.environment, policy: deps.addressPolicy });
    const { endpoint, secret } = await createWebhook(deps, { store, input });
    return {
      show: secretPage({ endpoint, secret, language }),
      subject: `webhook ${endpoint.id}`,
      details: { host: hostOf(input.url), events: input.events },
    };
  },
});

interface RetrySettingsForm {
  retries: number;
  interval_seconds: number;
  strategy: RetryStrategy;
  max_interval_seconds: number;
  alert_email?: string;
}

const DAY_SECONDS = 86_400;

const updateRetrySettingsAct = act({
  id: 'updateRetrySettings',
  scope: 'store',
  path: '/webhooks/settings',
  needs: 'integrate',
  words,
  screen: webhooksScreen,
  form: joi.object<RetrySettingsForm>({
    retries: formFields.integer(0, 30).required(),
    interval_seconds: formFields.integer(1, DAY_SECONDS).required(),
    strategy: formFields.choice(RETRY_STRATEGIES).required(),
    max_interval_seconds: formFields.integer(1, 7 * DAY_SECONDS).required(),
    alert_email: formFields.email(),
  }),
  run: async ({ deps, store, input }) => {
    const before = presentWebhookSettings(await readSettings(deps.em, store));
    const changes: Required<WebhookSettingsBody> = { ...input, alert_email: input.alert_email ?? null };
    await updateWebhookSettings(deps, { store, changes });
    const changed = Object.entries(changes).filter(([name, value]) => before[name] !== value);
    return { subject: 'webhook settings', details: Object.fromEntries(changed) };
  },
});

export const endpointsScreens = [webhooksScreen];
export const endpointsActs = [createWebhookAct, updateRetrySettingsAct];
