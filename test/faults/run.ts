import { parseArgs } from 'node:util';
import { killTrackedAtExit } from '../../src/dev/spawn-tracked.ts';
import { describeFailure } from '../../src/dev/user-error.ts';
import { exitProcess } from '../../src/base/exit-process.ts';
import { advance } from './advance.ts';
import { bank } from './bank.ts';
import { clients } from './clients.ts';
import { clock } from './clock.ts';
import { disk } from './disk.ts';
import { fairness } from './fairness.ts';
import { gateway } from './gateway.ts';
import { kills } from './kills.ts';
import { network } from './network.ts';
import { pool } from './pool.ts';
import { reminders } from './reminders.ts';
import { restore } from './restore.ts';
import { stops } from './stops.ts';
import { createChance } from './support/chance.ts';
import { NotPossibleHere, type Fault, type Outcome } from './support/fault.ts';
import { prepareEngine } from './support/platform.ts';
import { engineOf } from './support/scene.ts';
import { upgrade } from './upgrade.ts';

/** In the order of docs/faults.md. */
const CATALOGUE: readonly Fault[] = [
  kills,
  network,
  gateway,
  bank,
  stops,
  disk,
  pool,
  clients,
  fairness,
  clock,
  advance,
  reminders,
  restore,
  upgrade,
];
/** Side by side each has a platform of its own, and two cores hold no more of them. */
const AT_ONCE = 3;
/** It takes longest: nothing is to be left that waits for it alone. */
const FIRST = upgrade;

/** The run ends also when a part of it hangs. */
const LIMIT_MS = { quick: 25 * 60_000, whole: 50 * 60_000 };
const PREPARED_MS = 20 * 60_000;

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    /** Parts of the fault that `--only` names. */
    parts: { type: 'string' },
    'where-possible': { type: 'boolean', default: false },
  },
});
const seed = Number(options.seed ?? Math.floor(Math.random() * 1_000_000));
const only = options.only?.split(',') ?? CATALOGUE.map(({ name }) => name);
const faults = CATALOGUE.filter(({ name }) => only.includes(name));
if (!Number.isInteger(seed) || faults.length !== new Set(only).size) {
  print(`Give a whole number as --seed, and --only of: ${CATALOGUE.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const parts = options.parts?.split(',');
const known = faults.length === 1 ? (faults[0]!.parts ?? []) : [];
const stranger = parts?.find((part) => !known.includes(part));
if (stranger !== undefined) {
  print(
    known.length > 0
      ? `Give as --parts some of: ${known.join(', ')}. There is no part ${stranger}.`
      : `Give --parts together with --only of one fault that has parts: ${withParts().join(', ')}.`,
  );
  process.exit(1);
}

killTrackedAtExit();
const again = `npm run test:faults -- --seed ${seed}${options.quick ? ' --quick' : ''}`;
print(`> faults (seed ${seed}${options.quick ? ', the quick half' : ''})`);
const giveUpPreparing = giveUpAfter(PREPARED_MS);
const { able, unable, leftOut } = await prepareAll();
clearTimeout(giveUpPreparing);
const begun = Date.now();
giveUpAfter(options.quick ? LIMIT_MS.quick : LIMIT_MS.whole).unref();
const together = able.filter(({ isAlone }) => !isAlone).sort((a, b) => Number(b === FIRST) - Number(a === FIRST));
const alone = able.filter(({ isAlone }) => isAlone);
const outcomes = [...unable, ...(await runAll(together, AT_ONCE)), ...(await runAll(alone, 1))];

const checks = outcomes.flatMap(({ fault, outcome }) => outcome.checks.map((check) => ({ fault, ...check })));
const failed = checks.filter(({ problems }) => problems.length > 0);
for (const { fault, name, problems } of failed) {
  print(`\nFailed: ${fault.name}: ${name}`);
  for (const problem of problems) print(problem);
  print(`To see it again, as far as chance decides: ${again} --only ${fault.name}`);
}
const without = leftOut.length > 0 ? `, without ${leftOut.join(', ')}` : '';
const isGood = failed.length === 0 && checks.length > 0;
print(`  faults: ${isGood ? 'passed' : 'failed'} (seed ${seed}, ${secondsSince(begun)} s${without})`);
print(`${checks.length - failed.length} passed, ${failed.length} failed`);
exitProcess(isGood ? 0 : 1);

interface Prepared {
  able: Fault[];
  /** Those that cannot run, as failed. */
  unable: { fault: Fault; outcome: Outcome }[];
  /** Names of those that the machine cannot have, where they are not asked for. */
  leftOut: string[];
}

/** The compiler takes minutes the first time, and has all processors for it. */
async function prepareAll(): Promise<Prepared> {
  const say = (line: string): void => print(`  ${line}`);
  const prepared: Prepared = { able: [], unable: [], leftOut: [] };
  for (const fault of faults) {
    try {
      await prepareEngine(engineOf(options), say);
      await fault.prepare?.({ say, quick: options.quick });
      prepared.able.push(fault);
    } catch (error) {
      const why = [error, error instanceof Error ? error.cause : undefined]
        .filter(Boolean)
        .map(describeFailure)
        .join('\n');
      say(`NOT RUN: ${fault.name}: ${why}`);
      const checks = [{ name: 'it can run', problems: [why] }];
      if (options['where-possible'] && error instanceof NotPossibleHere) prepared.leftOut.push(fault.name);
      else prepared.unable.push({ fault, outcome: { checks, facts: [] } });
    }
  }
  return prepared;
}

function giveUpAfter(ms: number): NodeJS.Timeout {
  return setTimeout(() => {
    print(`Failed: not at its end after ${ms / 1_000} s (seed ${seed}).`);
    print('0 passed, 1 failed');
    exitProcess(1);
  }, ms);
}

async function runAll(waiting: readonly Fault[], atOnce: number): Promise<{ fault: Fault; outcome: Outcome }[]> {
  const left = [...waiting];
  const done: { fault: Fault; outcome: Outcome }[] = [];
  const work = async (): Promise<void> => {
    for (let fault = left.shift(); fault; fault = left.shift()) done.push(await run(fault));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return done;
}

async function run(fault: Fault): Promise<{ fault: Fault; outcome: Outcome }> {
  const at = Date.now();
  const say = (line: string): void => print(`  ${fault.name} ${secondsSince(at)} s: ${line}`);
  const chance = createChance(seed, fault.name);
  const has = (part: string): boolean => parts?.includes(part) ?? true;
  const outcome = await fault.run({ chance, quick: options.quick, has, say }).catch((error: unknown): Outcome => ({
    checks: [{ name: 'it runs', problems: [String(error instanceof Error ? error.stack : error)] }],
    facts: [],
  }));
  for (const fact of outcome.facts) say(fact);
  // Others may run for long: whoever looks on need not wait for the end of the report.
  for (const { name, problems } of outcome.checks) {
    if (problems.length > 0) say(`FAILED: ${name}\n${problems.join('\n')}`);
  }
  return { fault, outcome };
}

function withParts(): string[] {
  return CATALOGUE.filter((fault) => fault.parts).map(({ name }) => name);
}

function secondsSince(at: number): string {
  return ((Date.now() - at) / 1000).toFixed(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
