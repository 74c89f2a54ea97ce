/**
 * A failure that the person at the terminal can mend. The message names the failure and the remedy in one or two lines;
 * it is shown as it is, without a stack.
 */
export class UserError extends Error {
  override name = 'UserError';
}

/** The text to show for any failure: a person's message as it is, anything else with its name. */
export function describeFailure(error: unknown): string {
  if (error instanceof UserError) return error.message;
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  return String(error);
}

/** The code of a system error (`EADDRINUSE`, `ENOENT`), or an empty string. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
