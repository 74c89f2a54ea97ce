import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../companies/company.entity.ts';
import type { SecretBox } from '../crypto/secret-box.ts';
import { lockCompany } from '../companies/lock-company.ts';
import { inTransaction } from '../db/transaction.ts';
import { invalidFields } from '../errors/errors.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { createLink, endLinks, INVITATION_MS, linkUrl } from './access-links.ts';
import { Membership } from './membership.entity.ts';
import { Person, type PanelLanguage } from './person.entity.ts';
import type { Role } from './roles.ts';
import { writeInvitation } from './write-mail.ts';

export interface InviteDeps {
  em: EntityManager;
  secrets: SecretBox;
  publicUrl: string;
}

/**
 * Invites an address to a store. A second invitation takes the place of the first.
 *
 * @throws ApiError 404; 422 for somebody who belongs to it already
 */
export async function invitePerson(
  { em, secrets, publicUrl }: InviteDeps,
  input: { companyId: number; email: string; role: Role; inviter: string; language: PanelLanguage; now: Date },
): Promise<void> {
  const { companyId, role, inviter, language, now } = input;
  const email = input.email.toLowerCase();
  await inTransaction(em, async (tx) => {
    await lockCompany(tx, companyId);
    const company = await tx.findOneOrFail(Company, companyId);
    const person = await tx.findOne(Person, { email });
    if (person && (await tx.count(Membership, { companyId, personId: person.id })) > 0) {
      const message = `email ${email} belongs to somebody who is in this store already.`;
      throw invalidFields([{ field: 'email', code: 'member.exists', message }]);
    }
    await endLinks(tx, { kind: 'invitation', email, companyId }, now);
    const link = { kind: 'invitation' as const, email, personId: null, companyId, role };
    const { token, expiresAt } = createLink(tx, link, { now, lastsMs: INVITATION_MS });
    const words = { store: company.name, role, inviter, url: linkUrl(publicUrl, token) };
    const mail = writeInvitation(person?.language ?? language, words);
    queueMail(tx, secrets, { to: email, expiresAt, now, ...mail });
  });
}
