/**
 * A worker has this long for one task of a workflow that makes first tries, with these within it, before Temporal gives
 * the task to another worker. No first try outlasts it: at four fifths of it the SDK renews the task, hears of the news
 * that came meanwhile, and a run whose task was renewed with a first try under way may not replay (TMPRL1100), which
 * would stop it.
 *
 * A worker that dies with such a task costs the same time: the invoice, or the delivery, waits for so long.
 */
export const FIRST_TRY_TASK_TIMEOUT_MS = 30_000;

/** A first try that takes longer is left to the ordinary activity, which finds out what came of it. */
export const FIRST_TRY_LIMIT_MS = 20_000;

/** Told to stop, a worker gives a first try that is under way its whole time, and a little to say what came of it. */
export const SHUTDOWN_GRACE_MS = FIRST_TRY_LIMIT_MS + 1_000;
/** Activities that are still under way then are left to a retry. */
export const SHUTDOWN_FORCE_MS = SHUTDOWN_GRACE_MS + 2_000;
/** A process that ends may take this long to finish the work that it has begun. */
export const SHUTDOWN_LIMIT_MS = SHUTDOWN_FORCE_MS + 4_000;
