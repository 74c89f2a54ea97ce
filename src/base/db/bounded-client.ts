import type { Socket } from 'node:net';
import pg from 'pg';

export interface BoundedClientConfig extends pg.ClientConfig {
  /** A connection that has been asked something and stays silent for longer is given up; 0 waits for ever. */
  silenceLimitMs?: number;
}

/** The driver's own fields, without types: its socket, and whether the server waits for us rather than we for it. */
interface Internals {
  connection: { stream: Socket };
  readyForQuery: boolean | null;
}

/**
 * A connection on which nobody waits for ever. Where the network swallows what is sent, neither the server's time-out
 * nor the system's speaks in time: a request would hang, and its connection hold a place of the pool. The driver's
 * `query_timeout` gives up the query and not the connection, on which the next one would wait again.
 */
export class BoundedClient extends pg.Client {
  constructor(config: BoundedClientConfig = {}) {
    super(config);
    const { silenceLimitMs = 0 } = config;
    if (silenceLimitMs === 0) return;
    const internals = this as unknown as Internals;
    // Not before: encryption puts another socket in the place of the first.
    this.once('connect', () => {
      const { stream } = internals.connection;
      stream.setTimeout(silenceLimitMs, () => {
        if (internals.readyForQuery) return;
        const silence = new Error(`Connection terminated: the database was silent for ${silenceLimitMs} ms`);
        stream.destroy(Object.assign(silence, { code: 'ETIMEDOUT' }));
      });
    });
  }
}
