import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { recordAudit, type Actor } from '../audit/record-audit.ts';
import { Company } from '../companies/company.entity.ts';
import { StoreSettings } from '../companies/store-settings.entity.ts';
import type { Store } from '../../base/environment.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { notFound } from '../../base/errors/errors.ts';
import { createLink, endLinks, findLink, linkUrl } from './access-links.ts';
import { Membership } from './membership.entity.ts';
import { Person } from './person.entity.ts';
import { mailUnconfirmed, type StoreMailDeps } from './store-mail.ts';
import { writeAlertAddress } from './write-mail.ts';

const CONFIRM_MS = 7 * 24 * 3_600_000;

/**
 * Mails a link to the address that is to be told of failures: nothing else is sent there before the link is used, so
 * that no store writes to strangers. The address of one of the store's people is known: they read mail there.
 *
 * @param now real time
 */
export async function askToConfirm(
  tx: EntityManager,
  { secrets, publicUrl }: StoreMailDeps,
  { store, settings, now }: { store: Store; settings: StoreSettings; now: Date },
): Promise<void> {
  const { companyId, environment } = store;
  const { alertEmail: email } = settings;
  if (email === null || email === settings.confirmedAlertEmail) return;
  if (await isOfMember(tx, { companyId, email })) {
    settings.confirmedAlertEmail = email;
    return;
  }
  await endLinks(tx, { kind: 'alert_address', companyId, environment }, now);
  const company = await tx.findOneOrFail(Company, companyId);
  const link = { kind: 'alert_address' as const, email, personId: null, companyId, role: null, environment };
  const { token } = createLink(tx, link, { now, lastsMs: CONFIRM_MS });
  const mail = writeAlertAddress({ store: company.name, url: linkUrl(publicUrl, token) });
  await mailUnconfirmed(tx, secrets, { store, to: email, mail });
}

/** The store whose alerts an address is asked to take. @throws ApiError 404 `link_not_found` */
export async function readAlertAddress(
  em: EntityManager,
  { token, now, lock = false }: { token: string; now: Date; lock?: boolean },
): Promise<{ store: Store; storeName: string; email: string }> {
  const { kind, companyId, environment, email } = await findLink(em, { token, now, lock });
  if (kind !== 'alert_address') throw notFound('link', 'of this kind');
  const { name: storeName } = await em.findOneOrFail(Company, companyId!);
  return { store: { companyId: companyId!, environment: environment! }, storeName, email };
}

/**
 * The person who reads the mailbox takes the alerts of a store. A link to an address that the store has replaced
 * meanwhile changes nothing.
 *
 * @throws ApiError 404 `link_not_found`
 */
export async function confirmAlertAddress(
  em: EntityManager,
  { token, from, now }: { token: string; from: Pick<Actor, 'address' | 'userAgent'>; now: Date },
): Promise<{ storeName: string }> {
  return inTransaction(em, async (tx) => {
    const { store, storeName, email } = await readAlertAddress(tx, { token, now, lock: true });
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE as const, refresh: true };
    const settings = await tx.findOneOrFail(StoreSettings, { ...store }, lock);
    if (settings.alertEmail === email) settings.confirmedAlertEmail = email;
    await endLinks(tx, { kind: 'alert_address', ...store }, now);
    const subject = 'webhook settings';
    recordAudit(
      tx,
      { personId: null, name: email, ...from },
      { action: 'confirmAlertAddress', ...store, subject, now },
    );
    return { storeName };
  });
}

async function isOfMember(tx: EntityManager, { companyId, email }: { companyId: number; email: string }) {
  const members = await tx.find(Membership, { companyId });
  const those = { id: members.map(({ personId }) => personId), email: email.toLowerCase() };
  return (await tx.count(Person, those)) > 0;
}
