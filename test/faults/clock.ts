import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import type { Excuse } from './support/audit.ts';
import type { Chance } from './support/chance.ts';
import { createFalseClock, findLibrary, type FalseClock } from './support/false-clock.ts';
import type { Check, Fault, FaultContext, Outcome } from './support/fault.ts';
import { engineOf, openScene, shorten, timeOf, type Scene } from './support/scene.ts';

const EXTENT = { quick: { rounds: 3, lanes: 4 }, whole: { rounds: 14, lanes: 6 } };
const WRONG_MS = { least: 3_000, most: 6_000 };
const RIGHT_MS = { least: 1_000, most: 3_000 };
/** How far a clock is stepped: more than a signature's tolerance now and then, and an hour at most. */
const STEP_SECONDS = { least: 60, most: 3_600 };
const HOUR = 3_600;
const NAMES = ['api', 'worker'] as const;
type Name = (typeof NAMES)[number];

/** A worker that reads its clock may send what it has signed a little later. */
const SENT_WITHIN_MS = 3_000;
/** As other faults have it. */
const LONGEST_WAIT_MS = 55_000;

/** The steps of each clock, in seconds ahead. */
type Steps = Partial<Record<Name, number>>;

/** Those that cost the most come first, then whatever chance has chosen. */
const FIRST: readonly Steps[] = [{ api: HOUR }, { worker: HOUR }, { api: -HOUR, worker: -HOUR }];

interface WrongTime extends Excuse {
  steps: Steps;
}

/**
 * The wall clock of API and worker is stepped, and right again, while PostgreSQL, Temporal and the ledgers have true
 * time.
 */
export const clock: Fault = {
  name: 'clock',
  prepare: findLibrary,
  async run(context: FaultContext): Promise<Outcome> {
    const library = findLibrary();
    const folder = mkdtempSync(join(tmpdir(), 'fatura-clocks-'));
    const { rounds, lanes } = context.quick ? EXTENT.quick : EXTENT.whole;
    const chance = context.chance.of('rounds');
    const { scene, clocks } = await openSceneOfClocks(context, { library, folder });
    try {
      const { api, worker } = scene.platform.programs;
      const before = { api: api.pid(), worker: worker.pid() };
      const traffic = scene.startTraffic({ lanes, name: 'clock' });
      const wrong: WrongTime[] = [];
      const putOff: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await sleep(chance.between(RIGHT_MS.least, RIGHT_MS.most));
        const steps = FIRST[round] ?? chooseSteps(chance.of(String(round)));
        const from = Date.now();
        await stepAll(clocks, steps);
        await sleep(chance.between(WRONG_MS.least, WRONG_MS.most));
        await stepAll(clocks, {});
        wrong.push({ steps, from, until: Date.now() });
        putOff.push(...(await findPutOff(scene)).map((what) => `after ${describe(steps)}: ${what}`));
        context.say(`round ${round + 1} of ${rounds}: ${describe(steps)}, and right again`);
      }
      await traffic.stop();
      context.say(`${traffic.bills.length} invoices; now everything has to come to rest`);
      const settling = performance.now();
      const checks = await scene.check(traffic.bills);
      return {
        checks: [
          ...checks,
          { name: 'nothing is put off by a clock that was wrong', problems: shorten(putOff) },
          ...judge(scene, wrong),
          {
            name: 'no process ends',
            problems: NAMES.filter((name) => scene.platform.programs[name].pid() !== before[name]),
          },
        ],
        facts: [
          `engine: ${engineOf(context)}`,
          `invoices: ${traffic.bills.length}; came to rest ${Math.round((performance.now() - settling) / 1_000)} s after the last`,
          `webhooks: ${scene.receivers.arrivals.length}, refused for their time: ${refusedForTime(scene).length}; ` +
            `calls of the gateway that were refused: ${scene.courier.lines.filter(({ status }) => status === 401).length}`,
        ],
      };
    } finally {
      await scene.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function openSceneOfClocks(
  context: FaultContext,
  { library, folder }: { library: string; folder: string },
): Promise<{ scene: Scene; clocks: Record<Name, FalseClock> }> {
  const port = await freePort();
  let publicUrl = '';
  const urls = { api: () => `${publicUrl}/healthz`, worker: () => `http://127.0.0.1:${port}/healthz` };
  const of = (name: Name): FalseClock =>
    createFalseClock(library, { file: join(folder, name), url: () => urls[name]() });
  const clocks = { api: of('api'), worker: of('worker') };
  const scene = await openScene(context, {
    reroute: () =>
      Promise.resolve({
        api: clocks.api.env,
        worker: { ...clocks.worker.env, OPERATIONS_PORT: String(port) },
      }),
  });
  publicUrl = scene.platform.publicUrl;
  return { scene, clocks };
}

/** Each has a clock of its own, and so an error of its own. */
function chooseSteps(chance: Chance): Steps {
  return Object.fromEntries(
    chance.some(NAMES).map((name) => {
      const seconds = chance.between(STEP_SECONDS.least, STEP_SECONDS.most);
      return [name, chance.happens(0.5) ? seconds : -seconds];
    }),
  );
}

/** A clock that is not named is right. */
async function stepAll(clocks: Record<Name, FalseClock>, steps: Steps): Promise<void> {
  await Promise.all(NAMES.map((name) => clocks[name].step(steps[name] ?? 0)));
}

function describe(steps: Steps): string {
  return NAMES.filter((name) => steps[name] !== undefined)
    .map((name) => `${name} ${Math.abs(steps[name]!)} s ${steps[name]! > 0 ? 'ahead' : 'behind'}`)
    .join(', ');
}

/**
 * Finds work that waits for longer than a worker may need for it, by PostgreSQL's clock, which was right throughout.
 */
const PUT_OFF = `
  select 'outbox entry ' || id as what, claimable_at as until from outbox where claimable_at > now() + interval '15 seconds'
  union all
  select 'sandbox callback ' || id, next_try_at from sandbox_callbacks
  where sent_at is null and next_try_at > now() + interval '15 seconds'
  union all
  select 'gateway callback ' || id, next_try_at from gateway_callbacks
  where applied_at is null and next_try_at > now() + interval '45 seconds'
  union all
  select 'delivery ' || id, leased_until from webhook_deliveries
  where state = 'pending' and attempts_begun > attempts and leased_until > now() + interval '45 seconds'`;

async function findPutOff({ platform }: Scene): Promise<string[]> {
  const rows = await platform.query<{ what: string; until: Date }>(PUT_OFF);
  return rows.map(({ what, until }) => `${what} waits until ${timeOf(until.getTime())}`);
}

/**
 * Receivers that hold the time to their own refuse the signatures of a worker whose clock is wrong, and take them once
 * it is right: that alone is excused. So is a gateway whose calls the API refuses: it calls until they are taken.
 */
function judge(scene: Scene, wrong: readonly WrongTime[]): Check[] {
  const signedWrong = wrong.filter(({ steps }) => steps.worker !== undefined);
  const unexplained = refusedForTime(scene).filter(
    ({ at }) => !signedWrong.some(({ from, until }) => at >= from && at <= until + SENT_WITHIN_MS),
  );
  const late = scene.client.seen.filter(({ durationMs }) => durationMs > LONGEST_WAIT_MS);
  return [
    {
      name: 'what is signed while the clock is right is in its time',
      problems: shorten(unexplained.map(({ at, path, webhookId }) => `${timeOf(at)} ${webhookId} at ${path}`)),
    },
    {
      name: `no request waits longer than ${LONGEST_WAIT_MS / 1_000} s`,
      problems: shorten(late.map(({ at, path, durationMs }) => `${timeOf(at)} ${path}: ${durationMs} ms`)),
    },
  ];
}

function refusedForTime({ receivers }: Scene) {
  return receivers.arrivals.filter(({ isOfItsTime }) => !isOfItsTime);
}
