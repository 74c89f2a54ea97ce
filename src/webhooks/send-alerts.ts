import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { Company } from '../companies/company.entity.ts';
import { writeAlert, type AlertMail } from './write-alert.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import { WebhookIncident } from './webhook-incident.entity.ts';

const BATCH = 20;

/** Sends mail; null where no SMTP server is set. */
export interface Mailer {
  send(mail: AlertMail & { to: string }): Promise<void>;
  close(): void;
}

/**
 * Tells stores of webhooks that keep failing, once for each incident, and once when they work again. The incident is marked
 * in the transaction in which the mail is handed over: a process that dies in between may tell it twice, never not at all.
 * A store without an address, and a platform without a mail server, are told nothing, now or later.
 *
 * @returns how many mails were sent
 */
export async function sendAlerts({
  em,
  mailer,
  log,
  publicUrl,
}: {
  em: EntityManager;
  mailer: Mailer | null;
  log: Logger;
  publicUrl: string;
}): Promise<number> {
  let sent = 0;
  for (const kind of ['failing', 'recovered'] as const) {
    sent += await em.fork().transactional((tx) => sendDue({ tx, mailer, log, publicUrl, kind }));
  }
  return sent;
}

async function sendDue({
  tx,
  mailer,
  log,
  publicUrl,
  kind,
}: {
  tx: EntityManager;
  mailer: Mailer | null;
  log: Logger;
  publicUrl: string;
  kind: 'failing' | 'recovered';
}): Promise<number> {
  const condition =
    kind === 'failing'
      ? { alertedAt: null, closedAt: null }
      : { recoveryAlertedAt: null, closedAt: { $ne: null }, alertedAt: { $ne: null } };
  // Another process takes those that this one does not hold.
  const lockMode = LockMode.PESSIMISTIC_PARTIAL_WRITE;
  const due = await tx.find(WebhookIncident, condition, { lockMode, limit: BATCH, orderBy: { id: 'asc' } });
  let sent = 0;
  for (const incident of due) {
    const company = await tx.findOneOrFail(Company, incident.companyId);
    const endpoint = await tx.findOneOrFail(WebhookEndpoint, incident.endpointId);
    if (mailer && company.alertEmail) {
      const mail = writeAlert(kind, { company, endpoint, incident, publicUrl });
      try {
        await mailer.send({ ...mail, to: company.alertEmail });
      } catch (error) {
        log.warn({ err: error, company_id: company.id }, 'an alert could not be mailed; it is tried again');
        continue;
      }
      sent += 1;
    } else {
      log.warn(
        { company_id: company.id, webhook_id: endpoint.id, kind },
        'a webhook changed its health; nobody is mailed',
      );
    }
    if (kind === 'failing') incident.alertedAt = new Date();
    else incident.recoveryAlertedAt = new Date();
  }
  return sent;
}
