import type { EntityManager } from '@mikro-orm/postgresql';
import { readSettings } from '../companies/read-settings.ts';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import type { Store } from '../../base/environment.ts';
import type { MailKind } from '../../base/mail/mail-count.entity.ts';
import { queueMail, type MailText } from '../../base/mail/queue-mail.ts';
import { Membership } from './membership.entity.ts';
import { Person, type PanelLanguage } from './person.entity.ts';

/** A store gets this many mails of a kind on a day, in each environment: a thousand failures fill no mailbox. */
export const MAILS_A_DAY = 20;
/** News of some days ago help nobody. */
const MAIL_MS = 3 * 24 * 3_600_000;

/** The parts of a process that orders mails. */
export interface StoreMailDeps {
  secrets: SecretBox;
  publicUrl: string;
}

/**
 * Orders an alert to a store, with the next flush: to the address that its people set and confirmed, or to its owners
 * while there is none.
 *
 * @returns how many mails were ordered; none beyond the number of the day, or where nobody is to be told
 */
export async function mailStore(
  tx: EntityManager,
  secrets: SecretBox,
  { store, mail }: { store: Store; mail: MailText },
): Promise<number> {
  const { alertEmail, confirmedAlertEmail } = await readSettings(tx, store);
  if (alertEmail !== null && alertEmail === confirmedAlertEmail) {
    return order(tx, secrets, { store, kind: 'alert', mails: [{ to: alertEmail, ...mail }] });
  }
  const owners = await ownersOf(tx, store.companyId);
  return order(tx, secrets, { store, kind: 'alert', mails: owners.map(({ email: to }) => ({ to, ...mail })) });
}

/** Orders a mail to each owner of a store about what was done there, in the owner's language. */
export async function mailOwners(
  tx: EntityManager,
  secrets: SecretBox,
  { store, write }: { store: Store; write: (language: PanelLanguage) => MailText },
): Promise<number> {
  const owners = await ownersOf(tx, store.companyId);
  const mails = owners.map(({ email: to, language }) => ({ to, ...write(language ?? 'pt') }));
  return order(tx, secrets, { store, kind: 'security', mails });
}

/** Orders a mail to an address that nobody has confirmed yet. It counts as the others do. */
export function mailUnconfirmed(
  tx: EntityManager,
  secrets: SecretBox,
  { store, to, mail }: { store: Store; to: string; mail: MailText },
): Promise<number> {
  return order(tx, secrets, { store, kind: 'alert', mails: [{ to, ...mail }] });
}

async function ownersOf(tx: EntityManager, companyId: number): Promise<Person[]> {
  const owners = await tx.find(Membership, { companyId, role: 'owner' }, { orderBy: { id: 'asc' } });
  return tx.find(Person, { id: owners.map(({ personId }) => personId) }, { orderBy: { id: 'asc' } });
}

async function order(
  tx: EntityManager,
  secrets: SecretBox,
  { store, kind, mails }: { store: Store; kind: MailKind; mails: (MailText & { to: string })[] },
): Promise<number> {
  if (mails.length === 0 || !(await count(tx, store, kind))) return 0;
  const expiresAt = new Date(Date.now() + MAIL_MS);
  for (const mail of mails) queueMail(tx, secrets, { ...mail, expiresAt });
  return mails.length;
}

/** @returns whether one more may be sent today */
async function count(tx: EntityManager, { companyId, environment }: Store, kind: MailKind): Promise<boolean> {
  const rows = await tx.execute<unknown[]>(
    `insert into mail_counts (company_id, environment, kind, day, count) values (?, ?, ?, current_date, 1)
     on conflict (company_id, environment, kind) do update
       set count = case when mail_counts.day = excluded.day then mail_counts.count + 1 else 1 end, day = excluded.day
       where mail_counts.day <> excluded.day or mail_counts.count < ?
     returning count`,
    [companyId, environment, kind, MAILS_A_DAY],
  );
  return rows.length > 0;
}
