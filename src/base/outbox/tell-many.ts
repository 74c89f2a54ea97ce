import type { OutboxSubject } from './outbox-entry.entity.ts';

/**
 * A statement that has the workflows of many subjects told, after all that is told of one subject alone. There is a
 * single such entry for a subject, however often it is ordered: what is being told at this moment is told once more.
 *
 * @param rows selects `subject`, `company_id` and `environment`, each subject once
 */
export function tellMany(kind: OutboxSubject, rows: string): string {
  // In the order of the subjects, in which everybody locks the entries that are there
  // (docs/decisions/0024-order-of-locks.md).
  return `insert into outbox (subject_type, subject_id, company_id, environment, is_bulk)
    select '${kind}', subject, company_id, environment, true from (${rows}) as many order by subject
    on conflict (subject_type, subject_id) where is_bulk do update set revision = outbox.revision + 1`;
}
