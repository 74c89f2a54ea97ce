/** An error as a log may have it. */
export interface DescribedError {
  type: string;
  message: string;
  code?: string;
  /** Where it happened, without the message that a stack begins with. */
  stack: string[];
  cause?: DescribedError;
}

const MAX_CAUSES = 4;

/**
 * Messages of the database and of its drivers quote the row or the statement that failed, with whose name and document are
 * in it. So of such an error only what PostgreSQL says about the kind of failure goes into the log; its `detail`, `where`
 * and parameters do not.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  const { name = 'Error', message = String(error), code, stack = '', cause } = error as NodeJS.ErrnoException;
  return {
    type: name,
    message: withoutRows(message),
    ...(code === undefined ? {} : { code }),
    stack: stack
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith('at ')),
    ...(cause === undefined || depth >= MAX_CAUSES ? {} : { cause: describeError(cause, depth + 1) }),
  };
}

/** `insert into … values (…) - null value in column "x" …\nFailing row contains (…)` keeps what is after the dash. */
function withoutRows(message: string): string {
  const isStatement = /^\s*(insert|update|delete|select|with|call)\s/i.test(message);
  const afterStatement = isStatement ? message.slice(message.lastIndexOf(' - ') + 3) : message;
  return afterStatement.replace(/(failing row contains|key) \(.*/gis, '$1 (…)');
}
