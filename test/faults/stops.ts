import { setTimeout as sleep } from 'node:timers/promises';
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
      reroute: () => Promise.resolve({ api: { DRAIN_SECONDS: String(DRAIN_SECONDS) } }),
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
      return {
        checks: [...checks, ...judge(stopped, scene.client.seen)],
        facts: [
          `engine: ${engineOf(context)}`,
          `invoices: ${traffic.bills.length}; requests: ${scene.client.seen.length}`,
          `seconds until the API ended: ${took('api')}; the worker: ${took('worker')}`,
        ],
      };
    } finally {
      await scene.stop();
    }
  },
};

function judge(
  stopped: readonly Stop[],
  seen: readonly { at: number; method: string; path: string; status: number | null; failure: string | null }[],
): Check[] {
  const bad = stopped.filter(({ how, tookMs }) => how !== 'exit code 0' || tookMs > ENDS_WITHIN_MS);
  const cutOff = seen.filter(({ status, failure }) => status === null && failure !== 'ECONNREFUSED');
  return [
    {
      name: 'what is told to stop ends by itself, in time, with code 0',
      problems: bad.map(({ at, name, how, tookMs }) => `${timeOf(at)} ${name}: ${how} after ${tookMs} ms`),
    },
    {
      name: 'no request that was taken is cut off',
      problems: shorten(cutOff.map(({ at, method, path, failure }) => `${timeOf(at)} ${method} ${path}: ${failure}`)),
    },
  ];
}
