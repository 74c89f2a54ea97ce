import type { EntityManager } from '@mikro-orm/postgresql';
import { LIVE_MANDATES, Mandate, type MandateStatus } from './mandate.entity.ts';

/** As the partial index `mandates_open` has it. */
const IS_OPEN = `(status in ('requested', 'pending', 'authorized') or is_settled = false or is_cancellation_due)`;

/**
 * The mandates of some subscriptions that are live, or of which something is still to be done, oldest first.
 *
 * @param isLocked nobody else changes them until the transaction ends
 */
export async function readOpenMandates(
  tx: EntityManager,
  subscriptionIds: number[],
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<Mandate[]> {
  const rows = await tx.execute<{ id: string }[]>(
    `select id from mandates where subscription_id = any (?) and ${IS_OPEN} order by id${isLocked ? ' for no key update' : ''}`,
    [`{${subscriptionIds.join()}}`],
  );
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => Number(id));
  return tx.find(Mandate, { id: ids }, { orderBy: { id: 'asc' }, refresh: true });
}

/** The newest mandate of each subscription, whatever became of it. */
export async function readLatestMandates(tx: EntityManager, subscriptionIds: number[]): Promise<Map<number, Mandate>> {
  const rows = await tx.execute<{ id: string }[]>(
    `select latest.id from unnest(?::bigint[]) as wanted (id) cross join lateral (
       select id from mandates where subscription_id = wanted.id order by id desc limit 1) as latest`,
    [`{${subscriptionIds.join()}}`],
  );
  if (rows.length === 0) return new Map();
  const mandates = await tx.find(Mandate, { id: rows.map(({ id }) => Number(id)) });
  return new Map(mandates.map((mandate) => [mandate.subscriptionId, mandate]));
}

export function isLive({ status }: { status: MandateStatus }): boolean {
  return LIVE_MANDATES.some((live) => live === status);
}
