/**
 * The limits of a connection. All other limits are Node's own: a header beyond 16 kB in all is refused by its parser.
 */
export const LIMITS = {
  /** A head is one packet. A client that has sent none, or half of one, holds the connection no longer. */
  headMs: 10_000,
  /** Head and body: the largest body, 2 MB of a picture, at 35 kB a second. */
  requestMs: 60_000,
  /**
   * The precision of the two above; the cost of a look grows with the connections that have expired, not with those
   * that are open.
   */
  lookMs: 1_000,
  /**
   * Nothing goes either way: an answer that nobody reads, or one that nobody makes. Longer than any request waits for
   * the database (55 s), and than the heartbeat of an open page (25 s).
   */
  silenceMs: 75_000,
  /** Balancers keep idle connections for a minute: whoever sends on them ends them first. */
  keepAliveMs: 65_000,
  /** Connections that the system takes before we do: a burst is not turned away unheard. */
  backlog: 4_096,
  /** Node would drop further ones without a word, and with them perhaps an Idempotency-Key. */
  headers: 100,
  /** Requests of one connection that are answered at once, which are sent without waiting for the answer before. */
  pipelined: 16,
  /** A client that is refused may read why for this long, and send this much meanwhile: the largest body. */
  lingerMs: 1_000,
  lingerBytes: 2_000_000,
};

/** Beyond this a process has enough to do. */
const MOST = 20_000;
/** Files that are no connection of a client: those to PostgreSQL and Temporal, logs, uploads, Node's own. */
const OTHER_FILES = 150;

/**
 * A process takes this many connections: as many as it may have files open, less its own needs, so that it never comes
 * to where the system refuses. Node has raised its soft limit to the hard one.
 */
export function mostConnections(openFiles = readOpenFileLimit()): number {
  return Math.min(MOST, Math.max(openFiles - OTHER_FILES, Math.floor(openFiles / 4)));
}

function readOpenFileLimit(): number {
  // Names of other hosts would be looked up for it.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const limit = userLimits?.open_files?.soft;
  return typeof limit === 'number' ? limit : Infinity;
}
