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
/** SQLSTATE class 22, data exception: what could not be read or does not fit is quoted in the message itself. */
const DATA_EXCEPTION = /^22...$/;
/** A frame of a stack ends in a place; a line of somebody's text that begins with "at" hardly does. */
const FRAME = /^at .*([/\\:].*:\d+:\d+\)?|<anonymous>\)?|\(native\))$/;

/**
 * Messages of the database and of its drivers quote the row, the value or the statement that failed, with whose name
 * and document are in it. So of such an error only what PostgreSQL says about the kind of failure goes into the log,
 * and where in the code it happened; PostgreSQL's `detail`, `where` and `internalQuery`, values and parameters do not.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  const { name = 'Error', message = String(error), code, stack = '', cause } = error as NodeJS.ErrnoException;
  return {
    type: name,
    message: withoutRows(message, error as DatabaseFields),
    ...(code === undefined ? {} : { code }),
    stack: stack
      .replace(message, () => '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => FRAME.test(line)),
    ...(cause === undefined || depth >= MAX_CAUSES ? {} : { cause: describeError(cause, depth + 1) }),
  };
}

/** The fields that PostgreSQL sends beside the message, as `pg` and MikroORM hand them on. */
interface DatabaseFields {
  severity?: unknown;
  code?: unknown;
}

/** `insert into … values (…) - null value in column "x" …\nFailing row contains (…)` keeps what is after the dash. */
function withoutRows(message: string, { severity, code }: DatabaseFields): string {
  const isStatement = /^\s*(insert|update|delete|select|with|call)\s/i.test(message);
  const afterStatement = isStatement ? message.slice(message.lastIndexOf(' - ') + 3) : message;
  const kind = afterStatement
    // MikroORM appends PostgreSQL's `detail` to the message.
    .replace(/\s+- detail: .*/is, '')
    .replace(/(failing row contains|key) \(.*/gis, '$1 (…)');
  const quotesValues = severity !== undefined && typeof code === 'string' && DATA_EXCEPTION.test(code);
  return quotesValues ? kind.replace(/".*"/s, '"…"') : kind;
}
