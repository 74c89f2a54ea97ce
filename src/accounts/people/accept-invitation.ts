import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAudit } from '../audit/record-audit.ts';
import { Company } from '../companies/company.entity.ts';
import { lockCompany } from '../companies/lock-company.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { invalidFields, notFound } from '../../base/errors/errors.ts';
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

/** Reads the text of an invitation. @throws ApiError 404 `link_not_found` */
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
 * Makes the invited address a member. A person without an account gets an account, with this name and password, and is
 * signed in; a person with an account signs in as always. A member of the store keeps the present role: the invitation
 * may be older than the role, and the store's last owner must not become something else by it.
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
  const { email } = await findLink(em.fork(), { token, now });
  if (account) await checkPassword(account.password, { email });
  // Before the transaction: it takes long, and holds nobody up meanwhile.
  const passwordHash = account && (await hashPassword(account.password));
  return inTransaction(em, async (tx) => {
    // The company first, as whoever invites does: an invitation to somebody who is joining at this moment must wait.
    const { kind, companyId } = await findLink(tx, { token, now });
    if (kind !== 'invitation') throw notFound('link', 'of this kind');
    await lockCompany(tx, companyId!);
    const link = await findLink(tx, { token, now, lock: true });
    let person = await tx.findOne(Person, { email: link.email });
    const hasAccount = Boolean(person?.passwordHash);
    if (!hasAccount) {
      if (!account) throw missingAccount();
      const fields = { name: account.name, passwordHash };
      person = person
        ? Object.assign(person, fields)
        : tx.create(Person, { ...fields, email: link.email, isOperator: false, language, createdAt: now });
      await tx.flush();
    }
    const membership = { companyId: link.companyId!, personId: person!.id };
    const known = await tx.findOne(Membership, membership);
    const role = known?.role ?? link.role!;
    if (!known) tx.create(Membership, { ...membership, role, createdAt: now });
    link.usedAt = now;
    const actor = { ...from, personId: person!.id, name: link.email };
    const entry = { action: 'acceptInvitation', companyId: membership.companyId, subject: link.email, now };
    recordAudit(tx, actor, { ...entry, details: { role } });
    const sessionToken = hasAccount ? null : beginSession(tx, { person: person!, ...from, now });
    return { sessionToken, companyId: membership.companyId };
  });
}

function missingAccount(): Error {
  const fields = ['name', 'password'] as const;
  return invalidFields(fields.map((field) => ({ field, code: 'any.required', message: `${field} is required.` })));
}
