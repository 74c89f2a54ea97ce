/** PostgreSQL's class 40 (deadlock, serialization) and 55P03 (a lock that was not free in time): all was undone. */
export const CONTENDED = /^(40...|55P03)$/;

/** A lock was not free within `lock_timeout`. */
export const LOCK_NOT_AVAILABLE = /^55P03$/;

/** Whether an error, or a cause of it, has such a code: PostgreSQL's SQLSTATE or an errno. */
export function hasCode(error: unknown, codes: RegExp): boolean {
  return causesOf(error).some(({ code = '' }) => codes.test(code));
}

/** An error and its causes, the outermost first. */
export function causesOf(error: unknown): NodeJS.ErrnoException[] {
  const causes: NodeJS.ErrnoException[] = [];
  for (let cause = error as NodeJS.ErrnoException | undefined; cause; cause = cause.cause as typeof cause)
    causes.push(cause);
  return causes;
}
