import { readSettings } from '../accounts/companies/read-settings.ts';
import { operation } from '../base/http/operation.ts';
import {
  presentWebhookSettings,
  updateWebhookSettings,
  webhookSettingsInput,
  webhookSettingsSchema,
} from './webhook-settings.ts';

const tag = 'Webhooks';

export const webhookSettingsOperations = [
  operation({
    id: 'getWebhookSettings',
    method: 'GET',
    path: '/webhook-settings',
    scope: 'read',
    tag,
    summary: 'Read the retry settings',
    description: 'How the deliveries of this store are tried again, in the environment of the token.',
    answer: { status: 200, schema: webhookSettingsSchema, description: 'The settings.' },
    handle: async ({ deps, store }) => presentWebhookSettings(await readSettings(deps.em, store)),
  }),
  operation({
    id: 'updateWebhookSettings',
    method: 'PATCH',
    path: '/webhook-settings',
    scope: 'webhooks:write',
    tag,
    summary: 'Change the retry settings',
    description:
      'Deliveries that wait are told: their next attempt is due as the new settings say, counted from the end of the last. One that has had all its attempts by the new settings ends.',
    body: webhookSettingsInput,
    examples: {
      exponential: {
        summary: 'Five retries, each after twice the time',
        value: { retries: 5, interval_seconds: 60, strategy: 'exponential', max_interval_seconds: 3600 },
      },
    },
    answer: { status: 200, schema: webhookSettingsSchema, description: 'The settings as they now are.' },
    audit: { as: 'updateRetrySettings', of: 'webhook settings', details: (changes) => ({ ...changes }) },
    handle: async ({ deps, store, body: changes }) =>
      presentWebhookSettings(await updateWebhookSettings(deps, { store, changes })),
  }),
];
