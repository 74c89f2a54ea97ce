import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../environment.ts';
import type { KeyedLimiter } from '../../concurrency/keyed-limiter.ts';
import type { SecretBox } from '../../crypto/secret-box.ts';
import { hasCode, LOCK_NOT_AVAILABLE } from '../../db/sql-state.ts';
import { conflict, idempotencyKeyReused } from '../../errors/errors.ts';
import type { StoreTransactions, TransactOptions } from '../store-transactions.ts';
import { answerContext } from './answer-context.ts';
import { IdempotencyKey } from './idempotency-key.entity.ts';

/**
 * The time for which an answer is kept, from its request; by PostgreSQL's clock, as all processes answer under the same
 * keys.
 */
const RETENTION_HOURS = 24;
/** A request waits this long for the first one with its key, in whichever process that runs. */
export const KEY_PATIENCE_MS = 10_000;

/** An answer as its bytes go out. */
export interface Answer {
  statusCode: number;
  /** Null for an answer without a body. */
  body: string | null;
}

export interface IdempotencyScope {
  store: Store;
  /** Method and path pattern. */
  route: string;
  key: string;
  fingerprint: string;
  /** The way in which the transaction waits for others. */
  changing: TransactOptions;
}

export interface AnswerOnceDeps {
  em: EntityManager;
  transact: StoreTransactions;
  secrets: SecretBox;
  /** A key has one place. Requests with the same key wait here, without a database connection. */
  keyTurns: KeyedLimiter<string>;
  persons: PersonsOfAnswers;
}

/** Knows the persons whom answers name, of whom the framework knows nothing. */
export interface PersonsOfAnswers {
  /** @returns the id by which an erasure of the person finds the answer; null for an answer about nobody */
  find(tx: EntityManager, answer: Answer): Promise<number | null>;
  /** The answer as it may be kept: without its person where the person has been erased since it was made. */
  withoutErased(tx: EntityManager, answer: Answer): Promise<Answer>;
}

export interface Work {
  perform: (em: EntityManager) => Promise<Answer>;
  /** Whether the work is done in the transaction that keeps its answer; else doing it twice must be harmless. */
  inTransaction: boolean;
}

/**
 * Performs a request once for its key and keeps the answer in the same transaction: either both are there or neither
 * is, also when the process dies in between. Failures are not kept, as they changed nothing: the same key may try
 * again.
 *
 * @throws ApiError 409 `idempotency_key_in_use` when a twin has not ended in time; 422 `idempotency_key_reused` for
 *   another request under the same key
 */
export async function answerOnce(
  deps: AnswerOnceDeps,
  scope: IdempotencyScope,
  work: Work,
): Promise<{ answer: Answer; replayed: boolean }> {
  const release = await deps.keyTurns.acquire(answerContext(scope));
  if (!release) throw inUse();
  try {
    if (work.inTransaction) return await claimAndPerform(deps, scope, work.perform);
    const kept = await deps.transact(scope.store, (tx) => findAnswer(deps, tx, scope));
    if (kept) return { answer: kept, replayed: true };
    const answer = await work.perform(deps.em);
    return await claimAndPerform(deps, scope, (tx) => deps.persons.withoutErased(tx, answer));
  } finally {
    release();
  }
}

/** Another process works on the same request. The transaction is tried again, as with any lock that is not free. */
class TwinUnderWay extends Error {}

async function claimAndPerform(
  deps: AnswerOnceDeps,
  scope: IdempotencyScope,
  perform: Work['perform'],
): Promise<{ answer: Answer; replayed: boolean }> {
  const claimAndAnswer = async (tx: EntityManager): Promise<{ answer: Answer; replayed: boolean }> => {
    const id = await claim(tx, scope);
    if (id === null) return { answer: (await findAnswer(deps, tx, scope))!, replayed: true };
    const answer = await perform(tx);
    const customerId = await deps.persons.find(tx, answer);
    const body = deps.secrets.seal(JSON.stringify(answer.body), answerContext(scope));
    await tx.nativeUpdate(IdempotencyKey, { id }, { statusCode: answer.statusCode, body, customerId });
    return { answer, replayed: false };
  };
  try {
    return await deps.transact(scope.store, claimAndAnswer, scope.changing);
  } catch (error) {
    throw error instanceof TwinUnderWay ? inUse() : error;
  }
}

/**
 * Takes the key for this transaction. A twin in another process is waited for by PostgreSQL itself: its uncommitted row
 * holds our insert until it ends. An answer that is older than a day makes way.
 *
 * @returns null when an answer is there
 * @throws TwinUnderWay where the twin takes longer than a request waits for a lock
 */
async function claim(tx: EntityManager, { store, route, key, fingerprint }: IdempotencyScope): Promise<number | null> {
  const rows = await tx
    .execute<{ id: string }[]>(
      `insert into idempotency_keys
         (company_id, environment, route, key, fingerprint, status_code, body, created_at, expires_at)
       values (?, ?, ?, ?, ?, 0, '', now(), now() + interval '${RETENTION_HOURS} hours')
       on conflict (company_id, environment, route, key) do update
         set fingerprint = excluded.fingerprint, created_at = excluded.created_at, expires_at = excluded.expires_at
         where idempotency_keys.expires_at <= excluded.created_at
       returning id`,
      [store.companyId, store.environment, route, key, fingerprint],
    )
    .catch((error: unknown) => {
      throw hasCode(error, LOCK_NOT_AVAILABLE) ? new TwinUnderWay('the key is taken', { cause: error }) : error;
    });
  return rows[0] ? Number(rows[0].id) : null;
}

/** @throws ApiError 422 when the key was used for another request */
async function findAnswer(
  { secrets }: AnswerOnceDeps,
  tx: EntityManager,
  scope: IdempotencyScope,
): Promise<Answer | null> {
  const { store, route, key, fingerprint } = scope;
  const [kept] = await tx.execute<{ fingerprint: string; status_code: number; body: string }[]>(
    `select fingerprint, status_code, body from idempotency_keys
     where company_id = ? and environment = ? and route = ? and key = ? and expires_at > now()::timestamptz(3)`,
    [store.companyId, store.environment, route, key],
  );
  if (!kept) return null;
  if (kept.fingerprint !== fingerprint) throw idempotencyKeyReused(key);
  return {
    statusCode: kept.status_code,
    body: JSON.parse(secrets.open(kept.body, answerContext(scope))) as string | null,
  };
}

function inUse(): Error {
  return conflict(
    'idempotency_key_in_use',
    'A request with this Idempotency-Key is still being worked on. Send it again in a moment to get its answer.',
  );
}
