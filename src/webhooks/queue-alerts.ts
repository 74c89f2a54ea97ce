import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { Company } from '../accounts/companies/company.entity.ts';
import { mailStore, type StoreMailDeps } from '../accounts/people/store-mail.ts';
import { inTransaction } from '../base/db/transaction.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import { WebhookIncident } from './webhook-incident.entity.ts';
import { writeAlert, type AlertKind } from './write-alert.ts';

const BATCH = 20;

/** For each kind: the condition under which an alert is due, and the column that marks it as told. */
const KINDS: Record<AlertKind, { due: string; column: 'alertedAt' | 'recoveryAlertedAt' }> = {
  failing: { due: 'alerted_at is null and closed_at is null', column: 'alertedAt' },
  recovered: {
    due: 'recovery_alerted_at is null and alerted_at is not null and closed_at is not null',
    column: 'recoveryAlertedAt',
  },
};

export interface QueueAlertsDeps extends StoreMailDeps {
  em: EntityManager;
  log: Logger;
}

/**
 * Orders a mail to each store whose webhook keeps failing, once for each incident, and once when it works again. The
 * mail is ordered with the mark that says so: an incident is told once, whichever process dies.
 *
 * @returns how many mails were ordered
 */
export async function queueAlerts({ em, ...deps }: QueueAlertsDeps): Promise<number> {
  let ordered = 0;
  for (const kind of ['failing', 'recovered'] as const) {
    ordered += await inTransaction(em.fork(), async (tx) => {
      let count = 0;
      for (const incident of await claim(tx, kind)) count += await tell(tx, deps, { kind, incident });
      return count;
    });
  }
  return ordered;
}

async function claim(tx: EntityManager, kind: AlertKind): Promise<WebhookIncident[]> {
  const rows = await tx.execute<{ id: string }[]>(
    `select id from webhook_incidents where ${KINDS[kind].due} order by id limit ${BATCH}
     for no key update skip locked`,
  );
  return tx.find(WebhookIncident, { id: rows.map(({ id }) => Number(id)) }, { orderBy: { id: 'asc' } });
}

async function tell(
  tx: EntityManager,
  { secrets, log, publicUrl }: Omit<QueueAlertsDeps, 'em'>,
  { kind, incident }: { kind: AlertKind; incident: WebhookIncident },
): Promise<number> {
  const company = await tx.findOneOrFail(Company, incident.companyId);
  const endpoint = await tx.findOneOrFail(WebhookEndpoint, incident.endpointId);
  const mail = writeAlert(kind, { company, endpoint, incident, publicUrl });
  const mails = await mailStore(tx, secrets, { store: incident, mail });
  log.warn({ company_id: company.id, webhook_id: endpoint.id, kind, mails }, 'health of a webhook');
  incident[KINDS[kind].column] = new Date();
  return mails;
}
