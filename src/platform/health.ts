/** A task queue as Temporal knows it. */
export interface QueueHealth {
  queue: string;
  kind: 'workflow' | 'activity';
  /** Workers that asked for work within the last minutes. */
  pollers: number;
  lastSeenAt: Date | null;
}

/** The number of waiting rows, and since when the oldest waits. Counts end at `COUNTED`; beyond, there are more. */
export interface Backlog {
  waiting: number;
  oldestAt: Date | null;
}

/** So far is counted: a page that is opened every few seconds must not walk through a million rows. */
export const COUNTED = 10_000;

/**
 * The parts that the platform depends on, and the work that waits in it, at a moment. A part that did not answer in
 * time is null.
 */
export interface Health {
  at: Date;
  database: { latencyMs: number; connections: number; maxConnections: number } | null;
  temporal: { latencyMs: number; serverVersion: string } | null;
  /** `untold`: Temporal answers, but does not say who works. */
  queues: QueueHealth[] | 'untold' | null;
  /**
   * `unclaimed`: entries that no dispatcher has taken up for a while; `isClaimed`: one of the others is taken up now,
   * so that somebody works and those only wait for their turn; `setAside`: those that Temporal refuses, which wait for
   * an operator.
   */
  outbox: (Backlog & { unclaimed: number; isClaimed: boolean; setAside: number }) | null;
  /** Webhook deliveries that should have been made by now; those of paused endpoints are held on purpose. */
  deliveries: Backlog | null;
  mails: Backlog | null;
  /** The callbacks that gateways sent and that are not applied yet. */
  callbacks: Backlog | null;
}

export type HealthReader = () => Promise<Health>;
