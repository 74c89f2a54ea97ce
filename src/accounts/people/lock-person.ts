import type { EntityManager } from '@mikro-orm/postgresql';
import { LockMode } from '@mikro-orm/core';
import { Person } from './person.entity.ts';

/**
 * Reads a person as they are now, and until the end of the transaction nobody changes their password. Passwords are
 * hashed and compared before, as that takes long: whoever does so looks again, in here, whether the hash is still the
 * one.
 */
export function lockPerson(tx: EntityManager, personId: number): Promise<Person> {
  return tx.findOneOrFail(Person, personId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}
