import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../companies/company.entity.ts';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import { lockCompany } from '../companies/lock-company.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { invalidFields, tooManyRequests } from '../../base/errors/errors.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';
import { createLink, endLinks, INVITATION_MS, linkUrl } from './access-links.ts';
import { AccessLink } from './access-link.entity.ts';
import { requireManager } from './members.ts';
import { Membership } from './membership.entity.ts';
import { Person, type PanelLanguage } from './person.entity.ts';
import type { Role } from './roles.ts';
import { writeInvitation } from './write-mail.ts';

export interface InviteDeps {
  em: EntityManager;
  secrets: SecretBox;
  publicUrl: string;
}

/** A store that invites a team is not held up; one that is used to send mail to strangers is. */
export const INVITATIONS_AN_HOUR = 30;

/**
 * Invites an address to a store. A second invitation takes the place of the first.
 *
 * @param input.by the person who does it
 * @throws ApiError 403 for one who may not, or no longer; 404; 422 for somebody who belongs to it already; 429
 *   `too_many_invitations`
 */
export async function invitePerson(
  { em, secrets, publicUrl }: InviteDeps,
  input: {
    companyId: number;
    email: string;
    role: Role;
    by?: number;
    /** As the mail names who invites. */
    inviter: string;
    language: PanelLanguage;
    now: Date;
  },
): Promise<void> {
  const { companyId, role, by, inviter, language, now } = input;
  const email = input.email.toLowerCase();
  await inTransaction(em, async (tx) => {
    await lockCompany(tx, companyId);
    if (by !== undefined) await requireManager(tx, { companyId, personId: by });
    await checkFrequency(tx, companyId, now);
    const company = await tx.findOneOrFail(Company, companyId);
    const person = await tx.findOne(Person, { email });
    if (person && (await tx.count(Membership, { companyId, personId: person.id })) > 0) {
      const message = `email ${email} belongs to somebody who is in this store already.`;
      throw invalidFields([{ field: 'email', code: 'member.exists', message }]);
    }
    await endLinks(tx, { kind: 'invitation', email, companyId }, now);
    const link = { kind: 'invitation' as const, email, personId: null, companyId, role, invitedById: by ?? null };
    const { token, expiresAt } = createLink(tx, link, { now, lastsMs: INVITATION_MS });
    const words = { store: company.name, role, inviter, url: linkUrl(publicUrl, token) };
    const mail = writeInvitation((await findLanguage(tx, email)) ?? language, words);
    queueMail(tx, secrets, { to: email, expiresAt, ...mail });
  });
}

/**
 * The look-up covers all people: a request of a store sees the people of that store, and of others no more than this.
 */
async function findLanguage(tx: EntityManager, email: string): Promise<PanelLanguage | null> {
  const rows = await tx.execute<{ language: PanelLanguage | null }[]>('select language_of_person(?) as language', [
    email,
  ]);
  return rows[0]?.language ?? null;
}

async function checkFrequency(tx: EntityManager, companyId: number, now: Date): Promise<void> {
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const recent = await tx.count(AccessLink, { kind: 'invitation', companyId, createdAt: { $gt: hourAgo } });
  if (recent < INVITATIONS_AN_HOUR) return;
  throw tooManyRequests('too_many_invitations', 'Too many invitations: send more in an hour.', 3_600);
}
