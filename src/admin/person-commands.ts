import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { lockCompany } from '../accounts/companies/lock-company.ts';
import { notFound } from '../base/errors/errors.ts';
import { resetFactors } from '../accounts/factors/set-up.ts';
import { createPerson } from '../accounts/people/create-person.ts';
import { lockPerson } from '../accounts/people/lock-person.ts';
import { hashPassword } from '../accounts/people/passwords.ts';
import { Person } from '../accounts/people/person.entity.ts';
import { setPassword } from '../accounts/people/reset-password.ts';
import { audited, type AdminDeps } from './command.ts';
import { readEmail, readMembership, readText, readYes, type Options } from './read-options.ts';

/** An account with a password: printed once when it was made here, never when it was read from a file. */
export async function runCreatePerson({ em }: AdminDeps, options: Options): Promise<unknown> {
  const email = readEmail(options);
  const name = readText(options, 'name');
  const isOperator = readYes(options, 'operator');
  const membership = readMembership(options);
  const file = options['password-file'];
  // Editors end a file with a new line.
  const password = file === undefined ? newPassword() : (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  return audited(em, async (tx) => {
    if (membership) await lockCompany(tx, membership.companyId);
    const input = { email, name, password, isOperator, ...(membership && { membership }), now: new Date() };
    const person = await createPerson(tx, input);
    const what = { isOperator, ...(membership && { role: membership.role }) };
    return {
      result: { person_id: person.id, email: person.email, ...(file === undefined && { password }) },
      line: {
        action: 'createPerson',
        companyId: membership?.companyId,
        subject: `person ${person.email}`,
        details: what,
      },
    };
  });
}

/**
 * Resets the password of a person who cannot open their mailbox. The person is signed out everywhere, and gets a mail
 * about it.
 */
export async function runResetPassword(deps: AdminDeps, options: Options): Promise<unknown> {
  const email = readEmail(options);
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  return audited(deps.em, async (tx) => {
    const known = await tx.findOne(Person, { email });
    if (!known) throw notFound('person', email);
    const person = await lockPerson(tx, known.id);
    await setPassword({ ...deps, em: tx }, { person, passwordHash, now: new Date() });
    return {
      result: { person_id: person.id, email, password },
      line: { action: 'resetPassword', subject: `person ${email}` },
    };
  });
}

/** Takes every factor from a person who has lost all of them, and for whom an operator vouches. */
export async function runResetSecondFactor(deps: AdminDeps, options: Options): Promise<unknown> {
  const email = readEmail(options);
  return audited(deps.em, async (tx) => {
    const known = await tx.findOne(Person, { email });
    if (!known) throw notFound('person', email);
    await resetFactors({ ...deps, em: tx }, { personId: known.id, now: new Date() });
    return {
      result: { person_id: known.id, email },
      line: { action: 'resetSecondFactor', subject: `person ${email}` },
    };
  });
}

/** 144 random bits, which nobody guesses and somebody can type. */
function newPassword(): string {
  return randomBytes(18).toString('base64url');
}
