import { isIP } from 'node:net';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../companies/environment.ts';
import type { SecretBox } from '../crypto/secret-box.ts';
import { conflict, invalidFields } from '../errors/errors.ts';
import type { Clock } from '../time/clock.ts';
import type { AddressPolicy } from './address-policy.ts';
import { webhookSecretContext } from './deliver-webhook.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import type { CreateWebhookBody } from './webhook.schema.ts';
import { createWebhookSecret } from './webhook-signature.ts';

/** Every event makes a delivery for each of them. */
export const MAX_WEBHOOKS = 20;

/**
 * Subscribes a URL to events. The secret is returned here and never again.
 *
 * @throws ApiError 422 for a URL that carries credentials or names an address that webhooks may not reach; 409 `too_many_webhooks`
 */
export async function createWebhook(
  {
    em,
    clock,
    secrets,
    addressPolicy,
  }: { em: EntityManager; clock: Clock; secrets: SecretBox; addressPolicy: AddressPolicy },
  { store, input }: { store: Store; input: CreateWebhookBody },
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  checkUrl(input.url, addressPolicy);
  if ((await em.fork().count(WebhookEndpoint, store)) >= MAX_WEBHOOKS) {
    throw conflict('too_many_webhooks', `A store has at most ${MAX_WEBHOOKS} webhooks in an environment.`);
  }
  const now = await clock.now(store);
  const secret = input.secret ?? createWebhookSecret();
  const tx = em.fork();
  const endpoint = tx.create(WebhookEndpoint, {
    ...store,
    url: input.url,
    events: input.events,
    description: input.description,
    secret: secrets.seal(secret, webhookSecretContext(store)),
    enabled: true,
    createdAt: now,
    updatedAt: now,
  });
  await tx.flush();
  return { endpoint, secret };
}

function checkUrl(text: string, policy: AddressPolicy): void {
  const refuse = (code: string, message: string) => invalidFields([{ field: 'url', code, message }]);
  if (!URL.canParse(text)) throw refuse('url.invalid', 'url is not an address that can be called.');
  const url = new URL(text);
  if (url.username || url.password) {
    throw refuse('url.credentials', 'url must not carry a user or password: verify the signature instead.');
  }
  // Names are checked when they are resolved, at each delivery; a literal can be told at once.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !policy.allows(host)) {
    throw refuse('url.address_not_allowed', `url points to ${host}, which is not a public address.`);
  }
}
