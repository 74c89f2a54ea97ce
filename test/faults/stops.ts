import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceLog } from '../../src/dev/node-service.ts';
import type { Seen } from './support/client.ts';
import type { Check, Fault, FaultContext, Outcome } from './support/fault.ts';
import type { Platform } from './support/platform.ts';
import { engineOf, openScene, shorten, timeOf } from './support/scene.ts';
import { SHUTDOWN_LIMIT_MS } from '../../src/base/temporal/task-limits.ts';

const EXTENT = { quick: { rounds: 4, lanes: 6 }, whole: { rounds: 12, lanes: 6 } };
const UP_MS = { least: 800, most: 4_000 };
/** Both know it as the time within which a process ends. */
const ENDS_WITHIN_MS = SHUTDOWN_LIMIT_MS;
/** Longer than a client leaves a connection idle and uses it again. */
const DRAIN_SECONDS = 2;

interface Stop {
  at: number;
  name: string;
  how: string;
  tookMs: number;
}

/** SIGTERM of API and worker, each and both, in the middle of everything: as with every new version. */
export const stops: Fault = {
  name: 'stops',
  async run(context: FaultContext): Promise<Outcome> {
    const { rounds, lanes } = context.quick ? EXTENT.quick : EXTENT.whole;
    const chance = context.chance.of('rounds');
    const scene = await openScene(context, {
      // Its log has each request that it took.
      reroute: () => Promise.resolve({ api: { DRAIN_SECONDS: String(DRAIN_SECONDS), LOG_LEVEL: 'info' } }),
    });
    const { api, worker } = scene.platform.programs;
    const stopped: Stop[] = [];
    try {
      const traffic = scene.startTraffic({ lanes, name: 'stops' });
      for (let round = 0; round < rounds; round += 1) {
        await sleep(chance.between(UP_MS.least, UP_MS.most));
        const names =
          round === 0
            ? (['api'] as const)
            : round === 1
              ? (['worker'] as const)
              : chance.some(['api', 'worker'] as const);
        const signals = chance.one([['SIGTERM'], ['SIGTERM', 'SIGTERM'], ['SIGINT']] as const);
        await Promise.all(
          names.map(async (name) => {
            const at = Date.now();
            const how = await { api, worker }[name].terminate(signals);
            stopped.push({ at, name, how, tookMs: Date.now() - at });
            await { api, worker }[name].start();
          }),
        );
        context.say(`round ${round + 1} of ${rounds}: ${signals.join(', ')} to ${names.join(', ')}`);
      }
      await traffic.stop();
      context.say(`${traffic.bills.length} invoices; now everything has to come to rest`);
      const checks = await scene.check(traffic.bills);
      const took = (name: string): string =>
        stopped
          .filter((one) => one.name === name)
          .map(({ tookMs }) => (tookMs / 1_000).toFixed(1))
          .join(', ');
      const apiLog = readApiLog(scene.platform);
      const { cutOff, untaken } = findCutOff(stopped, scene.client.seen, apiLog);
      return {
        checks: [...checks, ...judge(stopped, cutOff, apiLog)],
        facts: [
          `engine: ${engineOf(context)}`,
          `invoices: ${traffic.bills.length}; requests: ${scene.client.seen.length}`,
          `seconds until the API ended: ${took('api')}; the worker: ${took('worker')}`,
          `connections that were reset before they were taken: ${untaken.length}`,
        ],
      };
    } finally {
      await scene.stop();
    }
  },
};

/**
 * Requests that the API cut off. The system resets a connection that it has made and the API has not yet taken when the
 * API ends its listening: a moment that no program can take from it, so one of each of its stops is not held against
 * it. Such a request is the first of its connection, and the API's log has nothing of it.
 */
function findCutOff(
  stopped: readonly Stop[],
  seen: readonly Seen[],
  apiLog: string,
): { cutOff: Seen[]; untaken: readonly Seen[] } {
  const cutOff: Seen[] = [];
  const untaken = new Map<Stop, Seen>();
  for (const one of seen) {
    if (one.status !== null || one.failure === 'ECONNREFUSED') continue;
    const isUntaken = one.failure === 'ECONNRESET' && !one.isOnUsedConnection && !apiLog.includes(one.requestId);
    const during = stopped.find(({ name, at, tookMs }) => name === 'api' && one.at >= at && one.at <= at + tookMs);
    if (isUntaken && during && !untaken.has(during)) untaken.set(during, one);
    else cutOff.push(one);
  }
  return { cutOff, untaken: [...untaken.values()] };
}

/** @throws Error where a part of it was set aside, as it had become large */
function readApiLog({ dataDir }: Pick<Platform, 'dataDir'>): string {
  const file = serviceLog(dataDir, 'api');
  if (existsSync(`${file}.1`)) throw new Error(`${file} does not have all requests: it was set aside.`);
  return readFileSync(file, 'utf8');
}

function judge(stopped: readonly Stop[], cutOff: readonly Seen[], apiLog: string): Check[] {
  const bad = stopped.filter(({ how, tookMs }) => how !== 'exit code 0' || tookMs > ENDS_WITHIN_MS);
  return [
    {
      name: 'what is told to stop ends by itself, in time, with code 0',
      problems: bad.map(({ at, name, how, tookMs }) => `${timeOf(at)} ${name}: ${how} after ${tookMs} ms`),
    },
    {
      name: 'no request that was taken is cut off',
      problems: shorten([
        ...cutOff.map(({ at, method, path, failure }) => `${timeOf(at)} ${method} ${path}: ${failure}`),
        ...apiLog.split('\n').filter((line) => line.includes('requests were cut off')),
      ]),
    },
  ];
}
