import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAudit } from '../audit/record-audit.ts';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { invalidFields } from '../../base/errors/errors.ts';
import type { RateLimits } from '../../base/http/rate-limit/rate-limits.ts';
import { lockPerson } from './lock-person.ts';
import { checkPassword, hashPassword, verifyPassword } from './passwords.ts';
import { Person, type PanelLanguage } from './person.entity.ts';
import type { Theme } from './preferences.ts';
import { setPassword } from './reset-password.ts';
import { spendTry, type SignInOrigin } from './sign-in.ts';

/** A person's own name, and language and theme; null: as the browser asks for. */
export async function updateProfile(
  em: EntityManager,
  {
    personId,
    name,
    language,
    theme,
  }: { personId: number; name: string; language: PanelLanguage | null; theme: Theme | null },
): Promise<void> {
  await inTransaction(em, async (tx) => {
    const person = await lockPerson(tx, personId);
    const preferences = { ...person.preferences };
    if (theme === null) delete preferences.theme;
    else preferences.theme = theme;
    Object.assign(person, { name, language, preferences });
  });
}

/**
 * A person who knows the current password sets a new one; every other session ends.
 *
 * @throws ApiError 422; 429 for whoever guesses; 503
 */
export async function changePassword(
  { em, secrets, limits, publicUrl }: ChangePasswordDeps,
  input: {
    personId: number;
    current: string;
    password: string;
    keepSession: number;
    from: SignInOrigin;
    now: Date;
  },
): Promise<void> {
  const { personId, current, password, keepSession, from, now } = input;
  const known = await verifyCurrentPassword({ em, limits }, { personId, password: current, field: 'current', from });
  await checkPassword(password, known);
  const passwordHash = await hashPassword(password);
  await inTransaction(em, async (tx) => {
    const person = await lockPerson(tx, personId);
    // Changed meanwhile, and this session ended with it.
    if (person.passwordHash !== known.passwordHash) throw wrongPassword('current');
    await setPassword({ em: tx, secrets, publicUrl }, { person, passwordHash, keepSession, now });
    recordAudit(tx, { ...from, personId, name: person.email }, { action: 'changePassword', now });
  });
  await limits.forgiveSignIns(known.email, from.address);
}

/**
 * Holds a password against that of a person who is signed in. Tries are counted as those of a sign-in are: a stranger
 * at an open browser must not be able to guess the password there.
 *
 * @param field the field of the form, which the refusal names
 * @throws ApiError 422 `password.wrong`; 429 `too_many_sign_ins`
 */
export async function verifyCurrentPassword(
  { em, limits }: Pick<ChangePasswordDeps, 'em' | 'limits'>,
  { personId, password, field, from }: { personId: number; password: string; field: string; from: SignInOrigin },
): Promise<Person> {
  const known = await em.fork().findOneOrFail(Person, personId);
  await spendTry(limits, { account: known.email, address: from.address });
  if (!(await verifyPassword(known.passwordHash, password))) throw wrongPassword(field);
  return known;
}

interface ChangePasswordDeps {
  em: EntityManager;
  secrets: SecretBox;
  limits: RateLimits;
  publicUrl: string;
}

function wrongPassword(field: string): Error {
  const message = `${field} is not the current password.`;
  return invalidFields([{ field, code: 'password.wrong', message }]);
}
