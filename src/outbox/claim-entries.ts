import type pg from 'pg';
import type { OutboxSubject } from '../base/outbox/outbox-entry.entity.ts';
import { CLAIM_FRESH, CLAIM_IN_TURN } from './claim-entries.sql.ts';

/** A claimed entry of the outbox. */
export interface Entry {
  id: number;
  revision: number;
  /** The name of the workflow that is told: `invoice 7`. */
  subject: string;
  kind: OutboxSubject;
  subjectId: number;
  companyId: number;
  environment: string;
  tries: number;
  traceparent: string | null;
}

/** A store, by which a claim goes on where the claim before it ended. */
export type StoreCursor = Pick<Entry, 'companyId' | 'environment'>;

const BEFORE_ALL: StoreCursor = { companyId: -1, environment: '' };

interface Row extends Pick<Entry, 'revision' | 'tries' | 'traceparent' | 'environment'> {
  id: string;
  subject_type: OutboxSubject;
  subject_id: string;
  company_id: string;
}

/**
 * Claims news of now: those of each store in turn, of a store the oldest first.
 *
 * @param claims as `openClaims` opens them
 */
export async function claimFresh(claims: pg.Pool, limit: number): Promise<Entry[]> {
  const { rows } = await claims.query<Row>({ ...CLAIM_FRESH, values: [limit] });
  return rows.map(toEntry);
}

/**
 * Claims what waits, or with `isBulk` what a single act ordered much of: one entry of each store in turn, beginning
 * with the store after `after`, and of a store the one that is due longest.
 */
export async function claimInTurn(
  claims: pg.Pool,
  { isBulk, limit, after }: { isBulk: boolean; limit: number; after: StoreCursor | null },
): Promise<Entry[]> {
  const claimFrom = async ({ companyId, environment }: StoreCursor, places: number): Promise<Entry[]> => {
    const { rows } = await claims.query<Row>({ ...CLAIM_IN_TURN, values: [isBulk, companyId, environment, places] });
    return rows.map(toEntry);
  };
  const first = await claimFrom(after ?? BEFORE_ALL, limit);
  if (first.length === limit || !after) return first;
  return [...first, ...(await claimFrom(BEFORE_ALL, limit - first.length))];
}

function toEntry({ id, subject_type: kind, subject_id, company_id, ...row }: Row): Entry {
  const subjectId = Number(subject_id);
  return { ...row, id: Number(id), kind, subjectId, subject: `${kind} ${subjectId}`, companyId: Number(company_id) };
}
