import type { EntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../base/db/transaction.ts';
import { lockPerson } from './lock-person.ts';

/** Remembers the columns that a person chose for a list. */
export async function chooseColumns(
  em: EntityManager,
  { personId, list, columns }: { personId: number; list: string; columns: string[] },
): Promise<void> {
  await inTransaction(em, async (tx) => {
    const person = await lockPerson(tx, personId);
    person.preferences = { ...person.preferences, columns: { ...person.preferences.columns, [list]: columns } };
  });
}
