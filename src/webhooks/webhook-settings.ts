import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { RETRY_STRATEGIES, StoreSettings, type RetryStrategy } from '../accounts/companies/store-settings.entity.ts';
import type { Store } from '../base/environment.ts';
import { inTransaction } from '../base/db/transaction.ts';
import { answerObject, shown } from '../base/http/answer.ts';
import { joi } from '../base/http/joi.ts';
import { askToConfirm } from '../accounts/people/confirm-alert-address.ts';
import type { StoreMailDeps } from '../accounts/people/store-mail.ts';
import { tellDeliveries } from './tell-deliveries.ts';

export interface WebhookSettingsBody {
  retries?: number;
  interval_seconds?: number;
  strategy?: RetryStrategy;
  max_interval_seconds?: number;
  alert_email?: string | null;
}

const DAY_SECONDS = 86_400;

export const webhookSettingsInput = joi
  .object<WebhookSettingsBody>({
    retries: joi.number().integer().min(0).max(30).description('Attempts after the first one.'),
    interval_seconds: joi
      .number()
      .integer()
      .min(1)
      .max(DAY_SECONDS)
      .description('From the end of an attempt to the next.'),
    strategy: joi
      .string()
      .valid(...RETRY_STRATEGIES)
      .description('`exponential` doubles the interval each time.'),
    max_interval_seconds: joi
      .number()
      .integer()
      .min(1)
      .max(7 * DAY_SECONDS)
      .description('An exponential schedule grows to this.'),
    alert_email: joi
      .string()
      .email({ tlds: false, allowUnicode: false })
      .max(254)
      .allow(null)
      .description(
        'The address that is told when a webhook or the gateway keeps failing, and when it works again. Its reader confirms it by a link that is mailed there; until then, and without one, the owners of the store are told.',
      ),
  })
  .component('UpdateWebhookSettings');

export const webhookSettingsSchema = answerObject('WebhookSettings', {
  retries: joi.number().integer().min(0),
  interval_seconds: joi.number().integer().min(1),
  strategy: joi.string().valid(...RETRY_STRATEGIES),
  max_interval_seconds: joi.number().integer().min(1),
  alert_email: shown.textOrNull,
  alert_email_confirmed: shown.flag.description('Its reader agreed to be told.'),
});

export function presentWebhookSettings(settings: StoreSettings): Record<string, unknown> {
  return {
    retries: settings.webhookRetries,
    interval_seconds: settings.webhookRetryIntervalSeconds,
    strategy: settings.webhookRetryStrategy,
    max_interval_seconds: settings.webhookRetryMaxIntervalSeconds,
    alert_email: settings.alertEmail,
    alert_email_confirmed: settings.alertEmail !== null && settings.alertEmail === settings.confirmedAlertEmail,
  };
}

/**
 * Changes how a store's deliveries of one environment are tried again. The workflows of waiting deliveries are told:
 * their next attempt is due as the new policy says. A new address for alerts is asked to confirm; the same one, given
 * again before its reader did, is asked again.
 */
export async function updateWebhookSettings(
  { em, ...mail }: StoreMailDeps & { em: EntityManager },
  { store, changes }: { store: Store; changes: WebhookSettingsBody },
): Promise<StoreSettings> {
  return inTransaction(em, async (tx) => {
    const { companyId, environment } = store;
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE as const, refresh: true };
    const settings = await tx.findOneOrFail(StoreSettings, { companyId, environment }, lock);
    const { retries, interval_seconds, strategy, max_interval_seconds, alert_email } = changes;
    const before = JSON.stringify(policyOf(settings));
    if (retries !== undefined) settings.webhookRetries = retries;
    if (interval_seconds !== undefined) settings.webhookRetryIntervalSeconds = interval_seconds;
    if (strategy !== undefined) settings.webhookRetryStrategy = strategy;
    if (max_interval_seconds !== undefined) settings.webhookRetryMaxIntervalSeconds = max_interval_seconds;
    if (alert_email !== undefined) {
      settings.alertEmail = alert_email;
      await askToConfirm(tx, mail, { store, settings, now: new Date() });
    }
    await tx.flush();
    if (JSON.stringify(policyOf(settings)) !== before) await tellWaiting(tx, store);
    return settings;
  });
}

/** The settings that waiting deliveries must hear of. */
function policyOf(settings: StoreSettings): unknown[] {
  const { webhookRetries, webhookRetryIntervalSeconds, webhookRetryStrategy, webhookRetryMaxIntervalSeconds } =
    settings;
  return [webhookRetries, webhookRetryIntervalSeconds, webhookRetryStrategy, webhookRetryMaxIntervalSeconds];
}

async function tellWaiting(tx: EntityManager, { companyId, environment }: Store): Promise<void> {
  const isHeard = 'endpoint_id not in (select id from webhook_endpoints where paused_at is not null)';
  await tellDeliveries(tx, `company_id = ? and environment = ? and ${isHeard}`, [companyId, environment]);
}
