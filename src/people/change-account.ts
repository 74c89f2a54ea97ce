import type { EntityManager } from '@mikro-orm/postgresql';
import type { SecretBox } from '../crypto/secret-box.ts';
import { inTransaction } from '../db/transaction.ts';
import { invalidFields } from '../errors/errors.ts';
import { checkPassword, verifyPassword } from './passwords.ts';
import { Person, type PanelLanguage } from './person.entity.ts';
import { setPassword } from './reset-password.ts';

/** A person's own name and language; null: as the browser asks for. */
export async function updateProfile(
  em: EntityManager,
  { personId, name, language }: { personId: number; name: string; language: PanelLanguage | null },
): Promise<void> {
  await inTransaction(em, async (tx) => {
    await tx.nativeUpdate(Person, { id: personId }, { name, language });
  });
}

/**
 * A person who knows the current password sets a new one; every other session ends.
 *
 * @throws ApiError 422
 */
export async function changePassword(
  { em, secrets, publicUrl }: { em: EntityManager; secrets: SecretBox; publicUrl: string },
  input: { personId: number; current: string; password: string; keepSession: number; now: Date },
): Promise<void> {
  const { personId, current, password, keepSession, now } = input;
  await inTransaction(em, async (tx) => {
    const person = await tx.findOneOrFail(Person, personId);
    if (!(await verifyPassword(person.passwordHash, current))) {
      const message = 'current is not the current password.';
      throw invalidFields([{ field: 'current', code: 'password.wrong', message }]);
    }
    checkPassword(password, person);
    await setPassword({ em: tx, secrets, publicUrl }, { person, password, keepSession, now });
  });
}
