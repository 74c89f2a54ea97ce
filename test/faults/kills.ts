import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, FaultContext, Outcome } from './support/fault.ts';
import type { Chance } from './support/chance.ts';
import { PROGRAMS, type Platform, type ProgramName } from './support/platform.ts';
import { engineOf, openScene } from './support/scene.ts';

/** How many rounds, and how many invoices are lived at once meanwhile. */
const EXTENT = { quick: { rounds: 7, lanes: 5 }, whole: { rounds: 18, lanes: 8 } };
const UP_MS = { least: 400, most: 3_000 };
const DOWN_MS = { least: 0, most: 2_500 };
/** Those that die together do so within this time. */
const TOGETHER_MS = 300;

/** `kill -9` of API, worker, Temporal and PostgreSQL, each alone and then some together, under load. */
export const kills: Fault = {
  name: 'kills',
  async run(context: FaultContext): Promise<Outcome> {
    const { rounds, lanes } = context.quick ? EXTENT.quick : EXTENT.whole;
    const chance = context.chance.of('rounds');
    const scene = await openScene(context);
    try {
      const traffic = scene.startTraffic({ lanes, name: 'kills' });
      const order = chance.of('order');
      for (let round = 0; round < rounds; round += 1) {
        await sleep(chance.between(UP_MS.least, UP_MS.most));
        const victims = round < PROGRAMS.length ? [PROGRAMS[round]!] : order.some(PROGRAMS);
        await killAndStart(scene.platform, victims, chance.of(String(round)));
        context.say(`round ${round + 1} of ${rounds}: kill -9 of ${victims.join(', ')}`);
      }
      await traffic.stop();
      context.say(`${traffic.bills.length} invoices; now everything has to come to rest`);
      const checks = await scene.check(traffic.bills);
      const killed = PROGRAMS.map((name) => `${name} ${scene.platform.programs[name].killedAt.length}`);
      const ended = PROGRAMS.map((name) => `${name} ${scene.platform.programs[name].endedByItself.length}`);
      return {
        checks,
        facts: [
          `engine: ${engineOf(context)}`,
          `invoices: ${traffic.bills.length}; webhooks that came: ${scene.receivers.arrivals.length}`,
          `killed: ${killed.join(', ')}; ended by itself and started again: ${ended.join(', ')}`,
          `requests without an answer: ${scene.client.seen.filter(({ status }) => status === null).length}`,
        ],
      };
    } finally {
      await scene.stop();
    }
  },
};

async function killAndStart({ programs }: Platform, victims: readonly ProgramName[], chance: Chance): Promise<void> {
  const each = (work: (name: ProgramName, own: Chance) => Promise<void>): Promise<unknown> =>
    Promise.all(victims.map((name) => work(name, chance.of(name))));
  await each(async (name, own) => {
    if (victims.length > 1) await sleep(own.between(0, TOGETHER_MS));
    await programs[name].kill();
  });
  await each(async (name, own) => {
    await sleep(own.between(DOWN_MS.least, DOWN_MS.most));
    await programs[name].start();
  });
}
