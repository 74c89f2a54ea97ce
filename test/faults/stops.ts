import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceLog } from '../../src/dev/node-service.ts';
import type { Seen } from './support/client.ts';
import type { Check, Fault, FaultContext, Outcome } from './support/fault.ts';
import { engineOf, openScene, shorten, timeOf } from './support/scene.ts';

const EXTENT = { quick: { rounds: 4, lanes: 6 }, whole: { rounds: 12, lanes: 6 } };
const UP_MS = { least: 800, most: 4_000 };
/** Both know it as the time within which a process ends. */
const ENDS_WITHIN_MS = 25_000;
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
      const apiLog = readFileSync(serviceLog(scene.platform.dataDir, 'api'), 'utf8');
      const unanswered = readUnanswered(scene.client.seen, apiLog);
      return {
        checks: [...checks, ...judge(stopped, unanswered.taken, apiLog)],
        facts: [
          `engine: ${engineOf(context)}`,
          `invoices: ${traffic.bills.length}; requests: ${scene.client.seen.length}`,
          `seconds until the API ended: ${took('api')}; the worker: ${took('worker')}`,
          `connections that were reset before they were taken: ${unanswered.untaken}`,
        ],
      };
    } finally {
      await scene.stop();
    }
  },
};

/**
 * The system resets a connection that it has made, and the API has not yet taken, when the API ends its listening: some
 * microseconds, which no program can take from it. Its request is the first of its connection, and no line of the API's log.
 */
function readUnanswered(seen: readonly Seen[], apiLog: string): { taken: Seen[]; untaken: number } {
  const unanswered = seen.filter(({ status, failure }) => status === null && failure !== 'ECONNREFUSED');
  const taken = unanswered.filter(
    ({ failure, isOnUsedConnection, requestId }) =>
      failure !== 'ECONNRESET' || isOnUsedConnection || apiLog.includes(requestId),
  );
  return { taken, untaken: unanswered.length - taken.length };
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
