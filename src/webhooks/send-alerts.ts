import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { Company } from '../accounts/companies/company.entity.ts';
import { readSettings } from '../accounts/companies/read-settings.ts';
import { claim } from '../base/db/claim.ts';
import type { Mailer } from '../base/mail/send-mails.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import { WebhookIncident } from './webhook-incident.entity.ts';
import { writeAlert, type AlertKind } from './write-alert.ts';

const BATCH = 20;
/**
 * The process that mails has this long. A mail that was refused is tried again after this time, and lets others go
 * first.
 */
const LEASE_MINUTES = 5;

/** For each kind: the condition under which an alert is due, and the column that marks it as sent. */
const KINDS: Record<AlertKind, { due: string; column: 'alertedAt' | 'recoveryAlertedAt' }> = {
  failing: { due: 'alerted_at is null and closed_at is null', column: 'alertedAt' },
  recovered: {
    due: 'recovery_alerted_at is null and alerted_at is not null and closed_at is not null',
    column: 'recoveryAlertedAt',
  },
};

export interface SendAlertsDeps {
  em: EntityManager;
  mailer: Mailer | null;
  log: Logger;
  publicUrl: string;
}

/**
 * Tells stores of webhooks that keep failing, once for each incident, and once when they work again. No lock is held
 * while the mail server is talked to: an incident is leased, mailed, and marked. A process that dies in between may
 * tell it twice, never not at all. A store without an address, and a platform without a mail server, are told nothing,
 * now or later.
 *
 * @returns how many mails were sent
 */
export async function sendAlerts(deps: SendAlertsDeps): Promise<number> {
  let sent = 0;
  for (const kind of ['failing', 'recovered'] as const) {
    for (const incident of await lease(deps.em, kind)) {
      if (await tell(deps, kind, incident)) sent += 1;
    }
  }
  return sent;
}

async function lease(em: EntityManager, kind: AlertKind): Promise<WebhookIncident[]> {
  const fork = em.fork();
  const rows = await fork.execute<{ id: string }[]>(
    claim(
      `select id from webhook_incidents
       where ${KINDS[kind].due} and (alert_leased_until is null or alert_leased_until <= now()::timestamptz(3))
       order by alert_leased_until nulls first, id limit ${BATCH} for no key update skip locked`,
      `update webhook_incidents set alert_leased_until = now() + interval '${LEASE_MINUTES} minutes'
       from claimed where webhook_incidents.id = claimed.id returning claimed.id`,
    ),
  );
  return fork.find(WebhookIncident, { id: rows.map(({ id }) => Number(id)) }, { orderBy: { id: 'asc' } });
}

/** @returns whether a mail was sent */
async function tell({ em, mailer, log, publicUrl }: SendAlertsDeps, kind: AlertKind, incident: WebhookIncident) {
  const fork = em.fork();
  const company = await fork.findOneOrFail(Company, incident.companyId);
  const endpoint = await fork.findOneOrFail(WebhookEndpoint, incident.endpointId);
  const { alertEmail: to } = await readSettings(fork, incident);
  try {
    if (mailer && to) await mailer.send({ ...writeAlert(kind, { company, endpoint, incident, publicUrl }), to });
  } catch (error) {
    log.warn({ err: error, company_id: company.id }, 'an alert could not be mailed; it is tried again');
    return false;
  }
  log.warn(
    { company_id: company.id, webhook_id: endpoint.id, kind, mailed: Boolean(mailer && to) },
    'health of a webhook',
  );
  const marked = { [KINDS[kind].column]: new Date(), alertLeasedUntil: null };
  await fork.nativeUpdate(WebhookIncident, { id: incident.id }, marked);
  return Boolean(mailer && to);
}
