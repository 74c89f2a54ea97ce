import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { Company } from '../accounts/companies/company.entity.ts';
import { mailStore, type StoreMailDeps } from '../accounts/people/store-mail.ts';
import { inTransaction } from '../base/db/transaction.ts';
import { GatewayAccount } from './gateway-account.entity.ts';
import { gatewayTitle, type GatewayRegistry } from './gateway-registry.ts';
import { writeGatewayAlert } from './write-gateway-alert.ts';

const BATCH = 20;

export interface QueueGatewayAlertsDeps extends StoreMailDeps {
  em: EntityManager;
  log: Logger;
  gateways: Pick<GatewayRegistry, 'providers'>;
}

/**
 * Orders a mail to each store whose gateway refuses its access, once for each failure. The mail is ordered with the
 * mark that says so.
 *
 * @returns how many mails were ordered
 */
export async function queueGatewayAlerts({ em, ...deps }: QueueGatewayAlertsDeps): Promise<number> {
  return inTransaction(em.fork(), async (tx) => {
    const rows = await tx.execute<{ id: string }[]>(
      `select id from gateway_accounts where failing_since is not null and alerted_at is null order by id limit ${BATCH}
       for no key update skip locked`,
    );
    let ordered = 0;
    for (const { id } of rows) ordered += await tell(tx, deps, await tx.findOneOrFail(GatewayAccount, Number(id)));
    return ordered;
  });
}

async function tell(
  tx: EntityManager,
  { secrets, log, publicUrl, gateways }: Omit<QueueGatewayAlertsDeps, 'em'>,
  account: GatewayAccount,
): Promise<number> {
  const { companyId, environment, failingSince, failure } = account;
  if (!failingSince || !failure) return 0;
  const company = await tx.findOneOrFail(Company, companyId);
  const gateway = gatewayTitle(gateways, account.gateway);
  const mail = writeGatewayAlert({ company, environment, gateway, failingSince, failure, publicUrl });
  const mails = await mailStore(tx, secrets, { store: account, mail });
  log.warn(
    { company_id: companyId, environment, gateway: account.gateway, failure, mails },
    'a store lost its access to its gateway',
  );
  account.alertedAt = new Date();
  return mails;
}
