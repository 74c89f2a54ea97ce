import pg from 'pg';
import { BoundedClient } from './bounded-client.ts';
import { findPrepared, isRunWithNext, type PreparedStatement } from './prepared-statements.ts';
import { BEGIN, COMMIT } from './transaction.sql.ts';

interface Statement extends PreparedStatement {
  values: unknown[];
}

/** The driver's own connection, without types. */
interface Wire {
  stream: { cork(): void; uncork(): void; destroy(error: unknown): void };
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(config: unknown): void;
  bind(config: unknown): void;
  describe(config: unknown): void;
  execute(config: unknown): void;
  sync(): void;
}

/** The columns of a statement's rows, and the function that reads each: the driver's own fields of a result. */
interface Columns {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

interface DriverQuery {
  name: string;
  _result: Columns;
  _accumulateRows: boolean;
  submit(wire: Wire): Error | null;
  prepare(wire: unknown): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
}

type Answered = (error: Error | null, result?: unknown) => void;
const Query = pg.Query as unknown as new (config: Statement, values: undefined, answered?: Answered) => DriverQuery;

const NOTHING = { command: '', rowCount: null, rows: [] };

/**
 * A connection that prepares the declared statements, and sends all others as they are. A `begin`, and what is run with
 * the next statement, is held until that statement is sent, and goes in the same message: PostgreSQL answers once, and
 * passes over the rest of a message in which something fails. It describes the rows of a statement once.
 */
export class PreparingClient extends BoundedClient {
  private held: Statement[] = [];
  /** By the name of the statement. */
  private readonly columns = new Map<string, Columns>();

  /** As any of the ways in which the driver can be asked; whoever asks knows which answer that has. */
  override query(...given: unknown[]): never {
    const [text, values, ...rest] = given;
    const isText = typeof text === 'string' && Array.isArray(values) && rest.length === 0;
    const declared = isText ? findPrepared(text) : undefined;
    const statement = declared && { ...declared, values: values as unknown[] };
    if (statement && this.mayWait(statement)) {
      this.held.push(statement);
      return Promise.resolve(NOTHING) as never;
    }
    if (this.held.length === 0)
      return (statement ? this.send([], statement) : super.query(...(given as [string]))) as never;
    const held = this.held.splice(0);
    if (!isText)
      throw new Error(`The connection holds ${held[0]!.name}, which goes before a text with its values only.`);
    return this.sendAfter(held, statement ?? text) as never;
  }

  /** A connection that has yet to prepare a statement asks for it alone. */
  private mayWait({ name, text, values }: Statement): boolean {
    if (this.wire.parsedStatements[name] !== text) return false;
    const status = this.getTransactionStatus();
    if (name === BEGIN.name) return status === 'I' && this.held.length === 0;
    return isRunWithNext(values) && (status === 'T' || this.held.length > 0);
  }

  private async sendAfter(held: Statement[], next: Statement | string): Promise<unknown> {
    const isBegun = held[0]!.name !== BEGIN.name;
    if (typeof next !== 'string') {
      const isEmpty = !isBegun && held.length === 1 && next.name === COMMIT.name;
      return isEmpty ? NOTHING : this.send(held, next);
    }
    // It would undo what is held: a savepoint before that was sent after all that was held then.
    if (next.startsWith('rollback')) return isBegun ? super.query(next) : NOTHING;
    await this.send(held.slice(0, -1), held.at(-1)!);
    return super.query(next);
  }

  private async send(before: Statement[], last: Statement): Promise<unknown> {
    try {
      return await new Promise((resolve, reject) => {
        const answered: Answered = (error, result) => (error ? reject(error) : resolve(result));
        const query = new PreparedQuery(before, last, { columns: this.columns, answered });
        super.query(query as unknown as pg.Submittable);
      });
    } catch (error) {
      // As the driver does it: the stack of an answer leads to a socket, and not to the line that asked.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  }

  private get wire(): Wire {
    return (this as unknown as { connection: Wire }).connection;
  }
}

/** A declared statement, with others before it whose answers are passed over. */
class PreparedQuery extends Query {
  private readonly before: readonly Statement[];
  private readonly columns: Map<string, Columns>;
  /** The number of those others that have no answer yet. */
  private left: number;

  constructor(
    before: Statement[],
    last: Statement,
    { columns, answered }: { columns: Map<string, Columns>; answered: Answered },
  ) {
    super(last, undefined, answered);
    this.before = before;
    this.columns = columns;
    this.left = before.length;
  }

  override submit(wire: Wire): Error | null {
    if (this.before.length === 0) return super.submit(wire);
    // The driver tells the query of a value that cannot be written.
    const refuse: Answered = (error) => {
      throw error!;
    };
    const unended = { ...keeping(wire, { describes: false }), sync: () => undefined };
    wire.stream.cork();
    try {
      for (const one of this.before) new Query(one, undefined, refuse).prepare(unended);
      return super.submit(wire);
    } catch (error) {
      // A part of the message is on its way, and the next message would be taken for its rest.
      wire.stream.destroy(error);
      throw error;
    } finally {
      wire.stream.uncork();
    }
  }

  override prepare(wire: Wire): void {
    const columns = this.columns.get(this.name);
    if (columns) {
      Object.assign(this._result, columns);
      this._accumulateRows = true;
    }
    super.prepare(keeping(wire, { describes: !columns }));
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  override handleDataRow(message: unknown): void {
    if (this.left === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.left === 0) super.handleCommandComplete(message, wire);
    else this.left -= 1;
  }
}

/**
 * A wire on which a statement stays prepared where a value cannot be written: the driver would have it closed, and take
 * it for prepared afterwards.
 *
 * @param describes whether PostgreSQL is asked to describe the rows
 */
function keeping(wire: Wire, { describes }: { describes: boolean }): Wire & { close(): void } {
  return {
    stream: wire.stream,
    parsedStatements: wire.parsedStatements,
    submittedNamedStatements: wire.submittedNamedStatements,
    parse: (config) => wire.parse(config),
    bind: (config) => wire.bind(config),
    describe: (config) => (describes ? wire.describe(config) : undefined),
    execute: (config) => wire.execute(config),
    sync: () => wire.sync(),
    close: () => undefined,
  };
}
