import type { EntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../base/db/transaction.ts';
import { invalidFields } from '../../base/errors/errors.ts';
import { Membership } from './membership.entity.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { Person } from './person.entity.ts';
import type { Role } from './roles.ts';

/**
 * Creates an account by hand, with a password: the first operator of a platform, and the one of a store to play with.
 *
 * @throws ApiError 422 for an address that has an account, and for a password that is too easily guessed
 */
export async function createPerson(
  em: EntityManager,
  input: {
    email: string;
    name: string;
    password: string;
    isOperator?: boolean;
    membership?: { companyId: number; role: Role };
    now: Date;
  },
): Promise<Person> {
  const { name, password, isOperator = false, membership, now } = input;
  const email = input.email.toLowerCase();
  await checkPassword(password, { email });
  const passwordHash = await hashPassword(password);
  return inTransaction(em, async (tx) => {
    if ((await tx.count(Person, { email })) > 0) {
      throw invalidFields([
        { field: 'email', code: 'person.exists', message: `email ${email} has an account already.` },
      ]);
    }
    const person = tx.create(Person, { email, name, passwordHash, isOperator, language: null, createdAt: now });
    await tx.flush();
    if (membership) tx.create(Membership, { ...membership, personId: person.id, createdAt: now });
    await tx.flush();
    return person;
  });
}
