import type { Backlog, Health } from './health.ts';

export const HEALTH_PARTS = ['database', 'temporal', 'worker', 'outbox', 'deliveries', 'mails', 'callbacks'] as const;
export type HealthPart = (typeof HEALTH_PARTS)[number];

/** `attention`: it works, and somebody should look; `down`: it does not. */
export type HealthLevel = 'ok' | 'attention' | 'down';

/** The verdict on a part, and its reason: the remedy follows from the reason. */
export interface Judgement {
  level: HealthLevel;
  reason: HealthReason;
}

export type HealthReason =
  | 'ok'
  /** The part did not answer in time. */
  | 'silent'
  | 'slow'
  /** Most of the server's connections are taken. */
  | 'crowded'
  /** Nobody can be asked, as what knows is down. */
  | 'unknown'
  /** Temporal answers, but cannot say who works. */
  | 'untold'
  /** No worker asks for work. */
  | 'nobody'
  /** A worker did ask, but not lately. */
  | 'unseen'
  /** Work waits longer than it should. */
  | 'late'
  /** Work waits, and nobody has taken it up. */
  | 'unclaimed'
  /** Temporal refuses something for good, and an operator is to look. */
  | 'set_aside'
  /** There is no mail server. */
  | 'not_set';

const SLOW_MS = 500;
const CROWDED = 0.8;
/** A worker asks anew at least once a minute. */
const UNSEEN_MS = 90_000;
const LATE_MS = 60_000;

const OK: Judgement = { level: 'ok', reason: 'ok' };

/** Says which parts are well and which are not. */
export function judgeHealth(health: Health, { hasMail }: { hasMail: boolean }): Record<HealthPart, Judgement> {
  const { at, database, temporal, queues, deliveries, mails, callbacks } = health;
  return {
    database: judgeDatabase(database),
    temporal: !temporal ? down('silent') : temporal.latencyMs > SLOW_MS ? attention('slow') : OK,
    worker: judgeWorker(queues, at),
    outbox: judgeOutbox(health),
    deliveries: judgeBacklog(deliveries, at),
    mails: hasMail ? judgeBacklog(mails, at) : attention('not_set'),
    callbacks: judgeBacklog(callbacks, at),
  };
}

function judgeDatabase(database: Health['database']): Judgement {
  if (!database) return down('silent');
  if (database.connections > database.maxConnections * CROWDED) return attention('crowded');
  return database.latencyMs > SLOW_MS ? attention('slow') : OK;
}

function judgeWorker(queues: Health['queues'], at: Date): Judgement {
  if (queues === null) return down('unknown');
  if (queues === 'untold') return attention('untold');
  if (queues.some(({ pollers }) => pollers === 0)) return down('nobody');
  const isUnseen = queues.some(({ lastSeenAt }) => !lastSeenAt || at.getTime() - lastSeenAt.getTime() > UNSEEN_MS);
  return isUnseen ? attention('unseen') : OK;
}

/**
 * While Temporal is down, entries are taken up and put back a few at a time, and many are left alone for long; of a
 * large backlog too. Only where nobody has taken any up is a dispatcher missing.
 */
function judgeOutbox({ outbox, temporal, at }: Health): Judgement {
  const isAbandoned = outbox !== null && outbox.unclaimed > 0 && !outbox.isClaimed;
  if (isAbandoned && temporal) return down('unclaimed');
  const judgement = judgeBacklog(outbox, at);
  return judgement.level === 'ok' && outbox !== null && outbox.setAside > 0 ? attention('set_aside') : judgement;
}

function judgeBacklog(backlog: Backlog | null, at: Date): Judgement {
  if (!backlog) return down('unknown');
  const isLate = backlog.oldestAt !== null && at.getTime() - backlog.oldestAt.getTime() > LATE_MS;
  return isLate ? attention('late') : OK;
}

function attention(reason: HealthReason): Judgement {
  return { level: 'attention', reason };
}

function down(reason: HealthReason): Judgement {
  return { level: 'down', reason };
}
