import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAudit } from '../audit/record-audit.ts';
import { Company } from '../companies/company.entity.ts';
import { inTransaction } from '../db/transaction.ts';
import { notFound } from '../errors/errors.ts';
import { findLink } from './access-links.ts';
import { Membership } from './membership.entity.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { Person, type PanelLanguage } from './person.entity.ts';
import type { Role } from './roles.ts';
import { beginSession } from './sessions.ts';
import type { SignInOrigin } from './sign-in.ts';

export interface Invitation {
  email: string;
  storeName: string;
  role: Role;
  /** Whether there is an account with a password already, so that none is asked for. */
  hasAccount: boolean;
}

/** What an invitation says. @throws ApiError 404 `link_not_found` */
export async function readInvitation(
  em: EntityManager,
  { token, now }: { token: string; now: Date },
): Promise<Invitation> {
  const link = await findLink(em, { token, now });
  if (link.kind !== 'invitation') throw notFound('link', 'of this kind');
  const company = await em.findOneOrFail(Company, link.companyId!);
  const person = await em.findOne(Person, { email: link.email });
  return { email: link.email, storeName: company.name, role: link.role!, hasAccount: Boolean(person?.passwordHash) };
}

/**
 * Makes the invited address a member. One without an account gets one, with this name and password, and is signed in; one
 * with an account signs in as always.
 *
 * @throws ApiError 404 `link_not_found`; 422 for a password that is too easily guessed
 */
export async function acceptInvitation(
  em: EntityManager,
  input: {
    token: string;
    account: { name: string; password: string } | null;
    language: PanelLanguage;
    from: SignInOrigin;
    now: Date;
  },
): Promise<{ sessionToken: string | null; companyId: number }> {
  const { token, account, language, from, now } = input;
  return inTransaction(em, async (tx) => {
    const link = await findLink(tx, { token, now, lock: true });
    if (link.kind !== 'invitation') throw notFound('link', 'of this kind');
    let person = await tx.findOne(Person, { email: link.email });
    const hasAccount = Boolean(person?.passwordHash);
    if (!hasAccount) {
      checkPassword(account?.password ?? '', link);
      const passwordHash = await hashPassword(account!.password);
      const fields = { name: account!.name, passwordHash };
      person = person
        ? Object.assign(person, fields)
        : tx.create(Person, { ...fields, email: link.email, isOperator: false, language, createdAt: now });
      await tx.flush();
    }
    const membership = { companyId: link.companyId!, personId: person!.id };
    const known = await tx.findOne(Membership, membership);
    if (known) known.role = link.role!;
    else tx.create(Membership, { ...membership, role: link.role!, createdAt: now });
    link.usedAt = now;
    const actor = { ...from, personId: person!.id, name: link.email };
    const entry = { action: 'acceptInvitation', companyId: membership.companyId, subject: link.email, now };
    recordAudit(tx, actor, { ...entry, details: { role: link.role } });
    const sessionToken = hasAccount ? null : beginSession(tx, { person: person!, ...from, now });
    return { sessionToken, companyId: membership.companyId };
  });
}
