import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * PostgreSQL's channels, by what a process leaves for others: entries of the outbox for the workers, and callbacks of
 * the sandbox's gateway for the API.
 */
export const WORK_LEFT = { outbox: 'work_left', callbacks: 'callbacks_left' } as const;

export type WorkLeft = keyof typeof WORK_LEFT;

/**
 * Has the loops of other processes look at once, after the commit, rather than at their next sweep. PostgreSQL commits
 * such transactions one after the other, so this is for rare ones; a request rings the bell (`createWorkBell`).
 */
export async function tellOfWork(tx: EntityManager, left: WorkLeft): Promise<void> {
  await tx.execute(`select pg_notify('${WORK_LEFT[left]}', '')`);
}
