import joi from 'joi';
import { ALL_EVENTS, EVENT_TYPES } from '../events/event-types.ts';
import { fields } from '../http/fields.ts';
import { isWebhookSecret } from './webhook-signature.ts';

export interface CreateWebhookBody {
  url: string;
  events: string[];
  description: string | null;
  secret?: string;
}

export const createWebhookSchema = joi.object<CreateWebhookBody>({
  url: joi
    .string()
    .uri({ scheme: ['https', 'http'] })
    .max(2000)
    .required(),
  events: joi
    .array()
    .items(joi.string().valid(ALL_EVENTS, ...EVENT_TYPES))
    .min(1)
    .unique()
    .required(),
  description: fields.line(500).allow(null).default(null),
  secret: joi
    .string()
    .custom((value: string, helpers) => (isWebhookSecret(value) ? value : helpers.error('secret.invalid')))
    .messages({
      'secret.invalid': '{#label} must be whsec_ and the base64 of 24 to 64 random bytes; leave it out to get one',
    }),
});
