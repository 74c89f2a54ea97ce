/** The look covers this many of the entries that are to be told first. */
const LOOKED_AT = 1_000;

/**
 * The time since which the oldest entry of the outbox waits, as SQL; null where none does. The oldest entry has the
 * lowest id, unless it was put off, and others wait behind it. The statement sorts no large outbox, and does not use
 * `claimable_at`, which each try moves on. Entries that Temporal refused for good do not count, nor do those that were
 * ordered for many at once, which wait for all others.
 */
export const OLDEST_ENTRY = `(
  select min(created_at) from (
    (select created_at from outbox where not is_bulk and refusal is null order by id limit 1)
    union all
    (select created_at from outbox where not is_bulk and refusal is null order by claimable_at, id limit ${LOOKED_AT}))
    as first
  where created_at <= now())`;
