import { ALL_EVENTS, SUBSCRIBABLE_EVENTS } from '../events/event-types.ts';
import { answerList, answerObject, shown } from '../base/http/answer.ts';
import { fields } from '../base/http/fields.ts';
import { joi } from '../base/http/joi.ts';
import { pageQuery, type PageQuery, type TimeRange } from '../base/http/list-page.ts';
import { isWebhookSecret } from './webhook-signature.ts';

/**
 * The document's rules for a URL beside `format: uri`: its scheme, no user and password, a host that DNS could know.
 */
const HTTP_URL = /^https?:\/\/[^/?#@]{1,253}([/?#]|$)/;
const URL_MESSAGE =
  '{#label} must be an http or https address like https://store.example/hooks, without user and password';
const SECRET_MESSAGE = '{#label} must be whsec_ and the base64 of 24 to 64 random bytes; leave it out to get one';

const input = {
  url: joi
    .string()
    .uri({ scheme: ['https', 'http'] })
    .pattern(HTTP_URL)
    .max(2000)
    .messages({ 'string.pattern.base': URL_MESSAGE, 'string.uriCustomScheme': URL_MESSAGE })
    .description(
      'An https address without user and password, on port 443 or 8443; in the sandbox also http, any port.',
    ),
  events: joi
    .array()
    .items(joi.string().valid(ALL_EVENTS, ...SUBSCRIBABLE_EVENTS))
    .min(1)
    .unique()
    .description('Event names, or `*` for all of them but `audit.recorded`, also those that do not exist yet.'),
  description: fields.line(500).allow(null),
};

const secret = joi
  .string()
  .pattern(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/)
  .custom((value: string, helpers) => (isWebhookSecret(value) ? value : helpers.error('secret.invalid')))
  .messages({ 'secret.invalid': SECRET_MESSAGE, 'string.pattern.base': SECRET_MESSAGE })
  .description('`whsec_` and the base64 of 24 to 64 random bytes. Leave it out to get one.');

export interface CreateWebhookBody {
  url: string;
  events: string[];
  description: string | null;
  secret?: string;
}

export const createWebhookSchema = joi
  .object<CreateWebhookBody>({
    url: input.url.required(),
    events: input.events.required(),
    description: input.description.default(null),
    secret,
  })
  .component('CreateWebhook');

export type UpdateWebhookBody = Partial<Omit<CreateWebhookBody, 'secret'>> & { enabled?: boolean };

export const updateWebhookSchema = joi
  .object<UpdateWebhookBody>({
    ...input,
    enabled: fields.boolean.description('`false`: new events are not queued for it; what is queued is still sent.'),
  })
  .component('UpdateWebhook');

export interface RotateSecretBody {
  overlap_seconds: number;
  secret?: string;
}

export const rotateSecretSchema = joi
  .object<RotateSecretBody>({
    overlap_seconds: joi
      .number()
      .integer()
      .min(0)
      .max(604_800)
      .default(86_400)
      .description('How long the secret before signs too, up to a week; `0` ends it at once.'),
    secret,
  })
  .component('RotateSecret');

export interface ListWebhooksQuery extends PageQuery, TimeRange {
  enabled?: boolean;
}

export const listWebhooksQuery = pageQuery<ListWebhooksQuery>({
  enabled: fields.boolean.description('`false`: only those that are switched off.'),
});

const shownWebhook = {
  id: shown.id,
  url: shown.text,
  events: joi.array().items(joi.string()),
  description: shown.textOrNull,
  enabled: shown.flag,
  disabled_reason: shown.textOrNull.description(
    'Why it was switched off by the platform: `gone` when it answered 410. Null when it was not.',
  ),
  previous_secret_expires_at: shown.timeOrNull.description(
    'Until when the secret before the last rotation signs too, in real time; null when none does.',
  ),
  failing_since: shown.timeOrNull.description(
    'Since when nothing has succeeded although something failed; null while all is well.',
  ),
  paused_at: shown.timeOrNull.description(
    'Since when its events are held, after a day of failures; null while they are sent.',
  ),
  next_probe_at: shown.timeOrNull.description('When a held event is tried next, to see whether the receiver is back.'),
  created_at: shown.time,
  updated_at: shown.time,
};

export const webhookSchema = answerObject('Webhook', shownWebhook);

export const createdWebhookSchema = answerObject('CreatedWebhook', {
  ...shownWebhook,
  secret: shown.text.description('Signs every delivery. Shown this once.'),
});

export const webhookListSchema = answerList('WebhookList', webhookSchema);
