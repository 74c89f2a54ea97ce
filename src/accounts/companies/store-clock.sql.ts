import { prepared } from '../../base/db/prepared-statements.ts';

/**
 * SQL: joins the clock of the store that a row is of. `clock_of_store.now_at` is null where the store has real time.
 *
 * @param row alias of a row with `company_id` and `environment`
 */
export function joinClock(row: string): string {
  return `left join sandbox_clocks clock_of_store
    on clock_of_store.company_id = ${row}.company_id and clock_of_store.environment = ${row}.environment`;
}

export const READ_CLOCK = prepared(
  'read_sandbox_clock',
  'select now_at from sandbox_clocks where company_id = $1 and environment = $2',
);
