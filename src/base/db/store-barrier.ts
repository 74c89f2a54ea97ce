import type { EntityManager } from '@mikro-orm/postgresql';
import { ENVIRONMENTS, type Store } from '../environment.ts';
import { prepared, runPrepared } from './prepared-statements.ts';

const ENTER = prepared(
  'enter_store',
  `select set_config('role', 'fatura_store', true), set_config('fatura.company_id', $1, true),
     set_config('fatura.environment', $2, true), set_config('lock_timeout', $3, true)`,
);

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
  await runPrepared(tx, ENTER, [String(companyId), environment, String(lockTimeoutMs)]);
}

const SET_ENVIRONMENT = prepared(
  'set_environment',
  `select current_setting('fatura.environment', true) as before, set_config('fatura.environment', $1, true)`,
);

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
