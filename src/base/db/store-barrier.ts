import type { EntityManager } from '@mikro-orm/postgresql';
import { ENVIRONMENTS, type Store } from '../environment.ts';
import { runPrepared, runWithNext } from './prepared-statements.ts';
import { ENTER, SET_ENVIRONMENT } from './store-barrier.sql.ts';

/**
 * From here to the end of the transaction nothing is reached but one store's rows, whatever a statement forgets:
 * PostgreSQL itself holds each row against the store (migration 0014). The barrier guards against mistakes of ours;
 * whoever can send statements of their own can leave again.
 *
 * @param lockTimeoutMs how long a statement waits for a lock; 0: as long as it may take
 */
export async function enterStore(
  tx: EntityManager,
  { companyId, environment }: Store,
  { lockTimeoutMs = 0 }: { lockTimeoutMs?: number } = {},
): Promise<void> {
  await runWithNext(tx, ENTER, [String(companyId), environment, String(lockTimeoutMs)]);
}

/**
 * For what a request of one environment does in both of a company's, as a policy that they share has it. `work` names
 * the store that it is given in its statements: where no store was entered, nothing else holds it to one environment.
 */
export async function inEachEnvironment(
  tx: EntityManager,
  companyId: number,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  let first: string | null | undefined;
  for (const environment of ENVIRONMENTS) {
    const [row] = await runPrepared<{ before: string | null }>(tx, SET_ENVIRONMENT, [environment]);
    if (first === undefined) first = row!.before;
    await work({ companyId, environment });
  }
  await runPrepared(tx, SET_ENVIRONMENT, [first ?? '']);
}
