import { readSettings } from '../../accounts/companies/read-settings.ts';
import { RETRY_STRATEGIES, type RetryStrategy } from '../../accounts/companies/store-settings.entity.ts';
import { invalidFields, type FieldError } from '../../base/errors/errors.ts';
import { joi } from '../../base/http/joi.ts';
import { createWebhook, MAX_WEBHOOKS } from '../../webhooks/create-webhook.ts';
import { listWebhooks } from '../../webhooks/list-webhooks.ts';
import {
  presentWebhookSettings,
  updateWebhookSettings,
  type WebhookSettingsBody,
} from '../../webhooks/webhook-settings.ts';
import { formFields } from '../form-fields.ts';
import { splitPeriod, UNIT_SECONDS, UNITS, type Unit } from '../periods.ts';
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
  show: async ({ deps, store, w, t, f }) => {
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
        retries: retryValues(presentWebhookSettings(settings)),
        units: UNITS.map((value) => ({ value, label: t.units[value] })),
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
  interval: number;
  interval_unit: Unit;
  strategy: RetryStrategy;
  max_interval: number;
  max_interval_unit: Unit;
  alert_email?: string;
}

/** The longest of each, in seconds. */
const MOST_SECONDS = { interval: UNIT_SECONDS.day, max_interval: 7 * UNIT_SECONDS.day } as const;

const updateRetrySettingsAct = act({
  id: 'updateRetrySettings',
  scope: 'store',
  path: '/webhooks/settings',
  needs: 'integrate',
  words,
  screen: webhooksScreen,
  form: joi.object<RetrySettingsForm>({
    retries: formFields.integer(0, 30).required(),
    interval: formFields.integer(1, MOST_SECONDS.interval).required(),
    interval_unit: formFields.choice(UNITS).required(),
    strategy: formFields.choice(RETRY_STRATEGIES).required(),
    max_interval: formFields.integer(1, MOST_SECONDS.max_interval).required(),
    max_interval_unit: formFields.choice(UNITS).required(),
    alert_email: formFields.email(),
  }),
  run: async ({ deps, store, input }) => {
    const before = presentWebhookSettings(await readSettings(deps.em, store));
    const { retries, strategy, alert_email = null } = input;
    const errors: FieldError[] = [];
    const changes: Required<WebhookSettingsBody> = {
      ...{ retries, strategy, alert_email },
      interval_seconds: readPeriod('interval', input, errors),
      max_interval_seconds: readPeriod('max_interval', input, errors),
    };
    if (errors.length > 0) throw invalidFields(errors);
    await updateWebhookSettings(deps, { store, changes });
    const changed = Object.entries(changes).filter(([name, value]) => before[name] !== value);
    return { subject: 'webhook settings', details: Object.fromEntries(changed) };
  },
});

/** @param errors gets a length of time that is too long */
function readPeriod(field: 'interval' | 'max_interval', form: RetrySettingsForm, errors: FieldError[]): number {
  const seconds = form[field] * UNIT_SECONDS[form[`${field}_unit`]];
  if (seconds > MOST_SECONDS[field]) errors.push({ field, code: `${field}.long`, message: `${field} is too long.` });
  return seconds;
}

/** The values with which the form of the retries begins. */
function retryValues({ interval_seconds, max_interval_seconds, ...rest }: Record<string, unknown>) {
  const [interval, longest] = [splitPeriod(Number(interval_seconds)), splitPeriod(Number(max_interval_seconds))];
  return {
    ...rest,
    ...{ interval: String(interval.count), interval_unit: interval.unit },
    ...{ max_interval: String(longest.count), max_interval_unit: longest.unit },
  };
}

export const endpointsScreens = [webhooksScreen];
export const endpointsActs = [createWebhookAct, updateRetrySettingsAct];
