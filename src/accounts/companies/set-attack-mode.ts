import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { StoreSettings, type AttackMode } from './store-settings.entity.ts';

/** Sets when the payers of a store solve a challenge before a card; an attack that was noticed is over with it. */
export async function setAttackMode(
  em: EntityManager,
  { store, mode }: { store: Store; mode: AttackMode },
): Promise<{ before: AttackMode; after: AttackMode }> {
  return inTransaction(em, async (tx) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE as const, refresh: true };
    const settings = await tx.findOneOrFail(StoreSettings, { ...store }, lock);
    const before = settings.attackMode;
    Object.assign(settings, { attackMode: mode, attackUntil: null });
    return { before, after: mode };
  });
}
