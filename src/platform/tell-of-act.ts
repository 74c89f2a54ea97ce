import type { EntityManager } from '@mikro-orm/postgresql';
import type { AuditEntry } from '../accounts/audit/audit-entry.entity.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import { mailOwners, type StoreMailDeps } from '../accounts/people/store-mail.ts';
import { writeNotedAct, type NotedAct } from '../accounts/people/write-mail.ts';

/** Lines of before, as of before an upgrade, are no news. */
const NEWS_MS = 3_600_000;

/** The acts with which somebody who has taken over a store begins, by the names of the audit log. */
const NOTED: Readonly<Record<string, NotedAct>> = {
  issueToken: 'token',
  rotateToken: 'token',
  createWebhook: 'webhook',
  updateWebhook: 'webhook',
  saveGateway: 'gateway',
  removeGateway: 'gateway',
};

/** Orders a mail to the owners of a store about a new token, a webhook with another address, or another gateway. */
export async function tellOfAct(
  tx: EntityManager,
  { secrets, publicUrl }: StoreMailDeps,
  { companyId, entry, now }: { companyId: number; entry: AuditEntry; now: Date },
): Promise<void> {
  const { action, actor, address, byOperator, details, createdAt } = entry;
  const act = NOTED[action];
  if (!act || now.getTime() - createdAt.getTime() > NEWS_MS) return;
  // A webhook that keeps its address is no news.
  if (action === 'updateWebhook' && details.host === undefined) return;
  const environment = entry.environment ?? 'production';
  const { name: store } = await tx.findOneOrFail(Company, companyId);
  const url = `${publicUrl}/panel/stores/${companyId}/${environment}/audit`;
  const who = byOperator ? { actor: 'the platform', address: '' } : { actor, address };
  await mailOwners(tx, secrets, {
    store: { companyId, environment },
    write: (language) => writeNotedAct(language, { act, store, environment, ...who, url }),
  });
}
