import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { Company } from '../accounts/companies/company.entity.ts';
import { readSettings } from '../accounts/companies/read-settings.ts';
import { claim } from '../base/db/claim.ts';
import type { Mailer } from '../base/mail/send-mails.ts';
import { GatewayAccount } from './gateway-account.entity.ts';
import type { GatewayRegistry } from './gateway-registry.ts';
import { writeGatewayAlert } from './write-gateway-alert.ts';

const BATCH = 20;
/**
 * The process that mails has this long. A mail that was refused is tried again after this time, and lets others go
 * first.
 */
const LEASE_MINUTES = 5;

export interface SendGatewayAlertsDeps {
  em: EntityManager;
  mailer: Mailer | null;
  log: Logger;
  publicUrl: string;
  gateways: Pick<GatewayRegistry, 'providers'>;
}

/**
 * Tells stores once that their gateway refuses their access. No lock is held while the mail server is talked to: an
 * account is leased, mailed about, and marked. A process that dies in between may tell it twice, never not at all. A
 * store without an address, and a platform without a mail server, are told nothing, now or later.
 *
 * @returns how many mails were sent
 */
export async function sendGatewayAlerts(deps: SendGatewayAlertsDeps): Promise<number> {
  let sent = 0;
  for (const account of await lease(deps.em)) {
    if (await tell(deps, account)) sent += 1;
  }
  return sent;
}

async function lease(em: EntityManager): Promise<GatewayAccount[]> {
  const fork = em.fork();
  const rows = await fork.execute<{ id: string }[]>(
    claim(
      `select id from gateway_accounts
       where failing_since is not null and alerted_at is null
         and (alert_leased_until is null or alert_leased_until <= now()::timestamptz(3))
       order by alert_leased_until nulls first, id limit ${BATCH} for no key update skip locked`,
      `update gateway_accounts set alert_leased_until = now() + interval '${LEASE_MINUTES} minutes'
       from claimed where gateway_accounts.id = claimed.id returning claimed.id`,
    ),
  );
  return fork.find(GatewayAccount, { id: rows.map(({ id }) => Number(id)) }, { orderBy: { id: 'asc' } });
}

/** @returns whether a mail was sent */
async function tell({ em, mailer, log, publicUrl, gateways }: SendGatewayAlertsDeps, account: GatewayAccount) {
  const { id, companyId, environment, failingSince, failure } = account;
  // Mended since it was leased.
  if (!failingSince || !failure) return false;
  const fork = em.fork();
  const company = await fork.findOneOrFail(Company, companyId);
  const gateway = gateways.providers.find(({ name }) => name === account.gateway)?.title ?? account.gateway;
  const { alertEmail: to } = await readSettings(fork, account);
  const mailed = Boolean(mailer && to);
  try {
    const mail = writeGatewayAlert({ company, environment, gateway, failingSince, failure, publicUrl });
    if (mailer && to) await mailer.send({ ...mail, to });
  } catch (error) {
    log.warn({ err: error, company_id: companyId }, 'an alert could not be mailed; it is tried again');
    return false;
  }
  log.warn(
    { company_id: companyId, environment, gateway: account.gateway, failure, mailed },
    'a store lost its access to its gateway',
  );
  // The mark is for this failure only: a failure that began meanwhile is told by a mail of its own.
  await fork.nativeUpdate(GatewayAccount, { id, failingSince }, { alertedAt: new Date(), alertLeasedUntil: null });
  return mailed;
}
