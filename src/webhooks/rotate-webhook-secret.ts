import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import { inTransaction } from '../base/db/transaction.ts';
import { invalidFields } from '../base/errors/errors.ts';
import type { Clock } from '../base/time/clock.ts';
import { webhookSecretContext } from './deliver-webhook.ts';
import { findWebhook } from './find-webhook.ts';
import type { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import { createWebhookSecret } from './webhook-signature.ts';
import type { RotateSecretBody } from './webhook.schema.ts';

/**
 * Gives a webhook a new secret, which is returned here and never again. Until the overlap has passed, in real time, the
 * one before signs too; an even older one no longer does. Attempts that are made from now on are signed so, also of
 * deliveries that already wait.
 *
 * @throws ApiError 404; 422 `secret.unchanged`
 */
export async function rotateWebhookSecret(
  { em, clock, secrets }: { em: EntityManager; clock: Clock; secrets: SecretBox },
  { store, webhookId, input }: { store: Store; webhookId: number; input: RotateSecretBody },
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const secret = input.secret ?? createWebhookSecret();
  const context = webhookSecretContext(store);
  const now = await clock.now(store);
  return inTransaction(em, async (tx) => {
    const endpoint = await findWebhook(tx, { store, webhookId, lock: true });
    const overlapMs = input.overlap_seconds * 1000;
    if (secrets.open(endpoint.secret, context) === secret) throw secretUnchanged();
    endpoint.previousSecret = overlapMs > 0 ? endpoint.secret : null;
    endpoint.previousSecretExpiresAt = overlapMs > 0 ? new Date(Date.now() + overlapMs) : null;
    endpoint.secret = secrets.seal(secret, context);
    endpoint.updatedAt = now;
    await tx.flush();
    return { endpoint, secret };
  });
}

/** To take it would drop the previous secret, which receivers may still verify with. */
function secretUnchanged(): Error {
  const message = 'secret is the one that this webhook has: leave it out to get a new one.';
  return invalidFields([{ field: 'secret', code: 'secret.unchanged', message }]);
}
