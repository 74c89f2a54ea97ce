import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { lockCompany } from '../accounts/companies/lock-company.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import { inTransaction } from '../base/db/transaction.ts';
import { conflict } from '../base/errors/errors.ts';
import type { Clock } from '../base/time/clock.ts';
import type { AddressPolicy } from '../base/outgoing/address-policy.ts';
import { checkWebhookUrl } from './check-webhook-url.ts';
import { webhookSecretContext } from './deliver-webhook.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import type { CreateWebhookBody } from './webhook.schema.ts';
import { createWebhookSecret } from './webhook-signature.ts';

/** Every event makes a delivery for each of them. */
export const MAX_WEBHOOKS = 20;

/**
 * Subscribes a URL to events. The secret is returned here and never again.
 *
 * @throws ApiError 422 for a URL that webhooks may not call; 409 `too_many_webhooks`
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
  checkWebhookUrl(input.url, { environment: store.environment, policy: addressPolicy });
  const now = await clock.now(store);
  const secret = input.secret ?? createWebhookSecret();
  const endpoint = await inTransaction(em, async (tx) => {
    // Webhooks that are created at the same time are counted one after the other.
    await lockCompany(tx, store.companyId);
    if ((await tx.count(WebhookEndpoint, { ...store, deletedAt: null })) >= MAX_WEBHOOKS) {
      throw conflict(
        'too_many_webhooks',
        `A store has at most ${MAX_WEBHOOKS} webhooks in an environment: delete one.`,
      );
    }
    const created = tx.create(WebhookEndpoint, {
      ...store,
      url: input.url,
      events: input.events,
      description: input.description,
      secret: secrets.seal(secret, webhookSecretContext(store)),
      previousSecret: null,
      previousSecretExpiresAt: null,
      enabled: true,
      disabledReason: null,
      failingSince: null,
      pausedAt: null,
      nextProbeAt: null,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    });
    await tx.flush();
    return created;
  });
  return { endpoint, secret };
}
