import type { EntityManager } from '@mikro-orm/postgresql';

/** The list shows this many; the operator who lets these go sees the next ones. */
const LISTED = 100;

/** An entry of the outbox that Temporal refuses, although it takes others. */
export interface SetAside {
  entry: number;
  /** `invoice 7` */
  subject: string;
  company_id: number;
  environment: string;
  /** ISO 8601 */
  since: string;
  /** Temporal's words. */
  refusal: string;
}

/** The entries that wait for an operator, the oldest first. */
export async function listSetAside(em: EntityManager): Promise<SetAside[]> {
  const rows = await em
    .fork()
    .execute<(Omit<SetAside, 'entry' | 'company_id'> & Record<'id' | 'company_id', string>)[]>(
      `select id, concat(subject_type, ' ', subject_id) as subject, company_id, environment, to_json(created_at)#>>'{}' as since, refusal
     from outbox where refusal is not null order by id limit ${LISTED}`,
    );
  return rows.map(({ id, subject, company_id, environment, since, refusal }) => ({
    ...{ entry: Number(id), subject, company_id: Number(company_id), environment, since, refusal },
  }));
}

/**
 * Has entries told again as at first, in the caller's transaction.
 *
 * @param entry one of them; all without
 * @returns how many there were
 */
export async function letGo(tx: EntityManager, entry?: number): Promise<number> {
  const rows = await tx.execute<unknown[]>(
    `update outbox set refusal = null, tries = 0, claimable_at = now()
     where refusal is not null and id = coalesce(?::bigint, id) returning id`,
    [entry ?? null],
  );
  return rows.length;
}
