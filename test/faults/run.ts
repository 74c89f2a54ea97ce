import { parseArgs } from 'node:util';
import { killTrackedAtExit } from '../../src/dev/spawn-tracked.ts';
import { clients } from './clients.ts';
import { clock } from './clock.ts';
import { disk } from './disk.ts';
import { gateway } from './gateway.ts';
import { kills } from './kills.ts';
import { network } from './network.ts';
import { pool } from './pool.ts';
import { restore } from './restore.ts';
import { stops } from './stops.ts';
import { createChance } from './support/chance.ts';
import type { Fault, Outcome } from './support/fault.ts';
import { upgrade } from './upgrade.ts';

/** In the order of docs/faults.md. */
const CATALOGUE: readonly Fault[] = [kills, network, gateway, stops, disk, pool, clients, clock, restore, upgrade];
/** Side by side each has a platform of its own, and two cores hold no more of them. */
const AT_ONCE = 3;

/** Whatever hangs, the run does not. */
const LIMIT_MS = { quick: 10 * 60_000, whole: 25 * 60_000 };

const { values: options } = parseArgs({
  options: { seed: { type: 'string' }, quick: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const seed = Number(options.seed ?? Math.floor(Math.random() * 1_000_000));
const faults = CATALOGUE.filter(({ name }) => !options.only || options.only.split(',').includes(name));
if (!Number.isInteger(seed) || faults.length === 0) {
  print(`Give a whole number as --seed, and --only of: ${CATALOGUE.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

killTrackedAtExit();
const again = `npm run test:faults -- --seed ${seed}${options.quick ? ' --quick' : ''}`;
print(`> faults (seed ${seed}${options.quick ? ', the quick half' : ''})`);
const begun = Date.now();
setTimeout(
  () => {
    print(`Failed: not at its end after ${secondsSince(begun)} s (seed ${seed}).`);
    print('0 passed, 1 failed');
    process.exit(1);
  },
  options.quick ? LIMIT_MS.quick : LIMIT_MS.whole,
).unref();
// One after the other they have the machine to themselves.
const atOnce = options.quick ? AT_ONCE : 1;
const outcomes: { fault: Fault; outcome: Outcome }[] = [];
const together = faults.filter(({ isAlone }) => !isAlone);
for (let from = 0; from < together.length; from += atOnce)
  outcomes.push(...(await Promise.all(together.slice(from, from + atOnce).map(run))));
for (const fault of faults.filter(({ isAlone }) => isAlone)) outcomes.push(await run(fault));

const checks = outcomes.flatMap(({ fault, outcome }) => outcome.checks.map((check) => ({ fault, ...check })));
const failed = checks.filter(({ problems }) => problems.length > 0);
for (const { fault, name, problems } of failed) {
  print(`\nFailed: ${fault.name}: ${name}`);
  for (const problem of problems) print(problem);
  print(`To see it again, as far as chance decides: ${again} --only ${fault.name}`);
}
print(`  faults: ${failed.length === 0 ? 'passed' : 'failed'} (seed ${seed}, ${secondsSince(begun)} s)`);
print(`${checks.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);

async function run(fault: Fault): Promise<{ fault: Fault; outcome: Outcome }> {
  const at = Date.now();
  const say = (line: string): void => print(`  ${fault.name} ${secondsSince(at)} s: ${line}`);
  const chance = createChance(seed, fault.name);
  const outcome = await fault.run({ chance, quick: options.quick, say }).catch((error: unknown): Outcome => ({
    checks: [{ name: 'it runs', problems: [String(error instanceof Error ? error.stack : error)] }],
    facts: [],
  }));
  for (const fact of outcome.facts) say(fact);
  return { fault, outcome };
}

function secondsSince(at: number): string {
  return ((Date.now() - at) / 1000).toFixed(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
