import { COUNTED, type Backlog, type Health } from '../../platform/health.ts';
import {
  HEALTH_PARTS,
  judgeHealth,
  type HealthLevel,
  type HealthPart,
  type HealthReason,
} from '../../platform/judge-health.ts';
import type { Formats } from '../formats.ts';
import { screen } from '../screen.ts';
import { healthWords } from './health.words.ts';

type Fact = [label: string, value: string];
type W = (typeof healthWords)['en'];

const BADGES: Record<HealthLevel, string> = { ok: 'good', attention: 'warn', down: 'bad' };

const healthScreen = screen({
  id: 'platformHealth',
  scope: 'platform',
  path: '/health',
  section: 'platformHealth',
  words: healthWords,
  // The screen waits for others: no transaction is held meanwhile.
  streams: true,
  show: async ({ deps, w, f }) => {
    const health = await deps.readHealth();
    const judgements = judgeHealth(health, deps);
    const facts = factsOf(health, w, f);
    return {
      template: 'platform/health',
      title: w.title,
      data: {
        at: health.at,
        parts: HEALTH_PARTS.map((part) => {
          const { level, reason } = judgements[part];
          const advice = adviceOf(w, part, reason);
          return {
            part,
            name: w.parts[part],
            badge: BADGES[level],
            level: w.levels[level],
            advice,
            facts: facts[part],
          };
        }),
        queues: Array.isArray(health.queues) ? health.queues : [],
      },
    };
  },
});

function adviceOf(w: W, part: HealthPart, reason: HealthReason): string {
  const own: Partial<Record<HealthReason, string>> = w.adviceOf[part];
  return own[reason] ?? w.advice[reason];
}

/** Null: it did not answer. */
function factsOf(health: Health, w: W, f: Formats): Record<HealthPart, Fact[] | null> {
  const { database, temporal, queues, outbox, deliveries, mails, callbacks } = health;
  const latency = (ms: number): Fact => [w.latency, w.milliseconds(f.number(Math.round(ms)))];
  const used = database && w.ofMost(f.number(database.connections), f.number(database.maxConnections));
  const backlog = (label: string, one: Backlog | null): Fact[] | null =>
    one && [[label, counted(one.waiting, f)], ...(one.oldestAt ? [[w.oldest, f.moment(one.oldestAt)] as Fact] : [])];
  return {
    database: database && [latency(database.latencyMs), [w.connections, used!]],
    temporal: temporal && [latency(temporal.latencyMs), [w.version, temporal.serverVersion]],
    worker: queues && [],
    outbox: outbox && [
      ...backlog(w.waiting, outbox)!,
      [w.unclaimed, counted(outbox.unclaimed, f)],
      [w.setAside, counted(outbox.setAside, f)],
    ],
    deliveries: backlog(w.due, deliveries),
    mails: backlog(w.waiting, mails),
    callbacks: backlog(w.unapplied, callbacks),
  };
}

function counted(count: number, f: Formats): string {
  return count > COUNTED ? `${f.number(COUNTED)}+` : f.number(count);
}

export const healthScreens = [healthScreen];
