/**
 * A statement that finds and locks some rows, and then changes these rows alone.
 *
 * `update … where id in (select … limit 50 for no key update skip locked)` has no such bound: PostgreSQL may run the
 * inner query once for each row of the table, and each run finds other rows, because it skips those that the runs
 * before it locked. A plan that was made while the table was empty does so.
 *
 * @param find selects the `id` of the rows, with a `limit` and a lock
 * @param change an `update` or a `delete` that takes its rows from `claimed`
 */
export function claim(find: string, change: string): string {
  return `with claimed as materialized (${find}) ${change}`;
}
