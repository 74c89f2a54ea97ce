/**
 * Runs once in each thread of a worker, before any workflow begins there.
 *
 * The SDK captures and translates a stack for each promise of a workflow, which is a third of the time that a workflow
 * takes. The stack of a failure keeps its innermost frames (docs/decisions/0048-costs-of-an-invoice.md).
 */
Error.stackTraceLimit = 3;
