/**
 * How long a worker may work on one task of an invoice's workflow, first tries within it, before Temporal gives the task to
 * another. Long enough that no first try outlasts it: at four fifths of it the SDK renews the task, hears of what came
 * meanwhile, and a run whose task was renewed with a first try under way may not replay (TMPRL1100), which would stop it.
 *
 * It is also what a worker costs that dies with such a task: the invoice waits for so long.
 */
export const INVOICE_TASK_TIMEOUT_MS = 30_000;

/** A first try that takes longer is left to the ordinary activity, which finds out what came of it. */
export const FIRST_TRY_LIMIT_MS = 20_000;
