import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Client, Connection } from '@temporalio/client';
import { migrate } from '../../src/app/migrate.ts';
import { admin } from './support/admin.ts';
import { NotPossibleHere, type Check, type Fault, type FaultContext, type Outcome } from './support/fault.ts';
import type { Platform } from './support/platform.ts';
import { engineOf, openScene, shorten, type Scene } from './support/scene.ts';
import { startCycles, type Cycles } from './support/cycles.ts';
import { isInHistory, versionOf, versionOfNow, type Version } from './support/version.ts';
import type { Life } from './support/traffic.ts';

/**
 * The version before: the last one before workflows made first tries, migrations 0009 and later, and the outbox's
 * traces.
 */
const BEFORE = 'dfba7a6205e13cb76c924ce719d1314cf11877b4';
/** How many invoices are lived at once, and for how long before, beside each other, and after. */
const EXTENT = { quick: { lanes: 3, ms: 2_500 }, whole: { lanes: 5, ms: 12_000 } };
/** Somebody reads an invoice's table for so long while it is changed; no request is to wait for as long. */
const REPORT_MS = 8_000;
const LONGEST_WAIT_MS = 4_000;
const LOOK_MS = 50;

/** Begun in one version, and lived on in another. */
const LIVES: readonly Life[] = [
  { gateway: 'stripe', method: 'pix', plan: 'pay' },
  { gateway: 'stripe', method: 'pix', plan: 'refuse_then_pay' },
  { gateway: 'stripe', method: 'boleto', plan: 'pay' },
  { gateway: 'stripe', method: 'card', plan: 'refund_in_part' },
  { gateway: 'sandbox', method: 'pix', plan: 'refund' },
  { gateway: 'sandbox', method: 'boleto', plan: 'cancel' },
  { gateway: 'sandbox', method: 'pix', plan: 'pay' },
];

/**
 * The version before and this one, side by side on one database and the same task queues, with everything that is under
 * way.
 */
export const upgrade: Fault = {
  name: 'upgrade',
  async prepare() {
    if (await isInHistory(BEFORE)) return;
    throw new NotPossibleHere(`The history has no commit ${BEFORE}. Fetch all of it (git fetch --unshallow).`);
  },
  async run(context: FaultContext): Promise<Outcome> {
    const { lanes, ms } = context.quick ? EXTENT.quick : EXTENT.whole;
    const before = await versionOf(BEFORE);
    const now = await versionOfNow();
    const scene = await openScene(context, { version: before });
    const { platform } = scene;
    try {
      const traffic = scene.startTraffic({ lanes, name: 'upgrade' });
      const standing = scene.startLives({ lives: LIVES, name: 'begun-before' });
      const cycles = await startCycles(scene);
      await standing.areAtGate;
      await sleep(ms);

      const longest = await migrateUnderLoad(scene);
      context.say(`the schema is that of now; a request waited for a table for ${longest} ms at most`);
      await sleep(ms / 2);
      const api = await platform.startMore('api', now);
      platform.balancer!.targets.push(api.port);
      const worker = await platform.startMore('worker', now);
      context.say('both versions serve and work');
      const between = scene.startLives({ lives: LIVES, name: 'begun-beside' });
      await between.areAtGate;
      await sleep(ms);
      await cycles.change();
      // The way back: what the new worker has begun comes to the old one, until there is a new one again.
      const [old, news] = [platform.programs.worker.pid(), [worker.pid()]];
      await worker.stop();
      await admin(scene, 'resume-workflows', '--per-second', '1000');
      await sleep(ms);
      await worker.start();
      news.push(worker.pid());
      await sleep(ms);
      await endOld(platform);
      context.say('the version before has ended');
      for (const { openGate } of [standing, between]) openGate();
      await cycles.end();
      await Promise.all([standing.areDone, between.areDone]);
      await sleep(ms);
      await traffic.stop();
      const bills = [...traffic.bills, ...standing.bills, ...between.bills];
      // The version before posts nothing to the ledger: an operator ends an upgrade so (docs/operations.md).
      await admin(scene, 'verify-ledger');
      context.say(`${bills.length} invoices; now everything has to come to rest`);
      const checks = await scene.check(bills);
      const runs = await readRuns(platform, { old, news });
      return {
        checks: [
          ...checks,
          {
            name: 'each version met what the other had begun',
            problems:
              runs.forth > 0 && runs.back > 0 ? [] : [`only ${runs.forth} runs went forth, and ${runs.back} back`],
          },
          { name: 'no request waits for the schema', problems: tooLong(longest) },
          await checkCycles(cycles),
          await checkRuns(platform),
        ],
        facts: [
          `engine: ${engineOf(context)}; from ${before.name}`,
          `invoices: ${bills.length}; webhooks that came: ${scene.receivers.arrivals.length}`,
          `the longest wait for a table while the schema was changed: ${longest} ms`,
          `runs that went from the old worker to the new one: ${runs.forth}, and back: ${runs.back}`,
          ...runs.left,
        ],
      };
    } finally {
      await scene.stop();
      for (const version of [before, now] satisfies Version[]) version.remove();
    }
  },
};

/** @returns how long whoever is no migration waited for a table meanwhile, in milliseconds */
async function migrateUnderLoad({ platform }: Scene): Promise<number> {
  const report = new pg.Client({ connectionString: platform.databaseUrl });
  await report.connect();
  let longest = 0;
  let isDone = false;
  const watch = async (): Promise<void> => {
    for (; !isDone; await sleep(LOOK_MS)) {
      const [row] = await platform.query<{ ms: number | null }>(
        `select max(extract(epoch from clock_timestamp() - waitstart) * 1000)::int as ms from pg_locks
         where not granted and locktype = 'relation' and mode <> 'AccessExclusiveLock'`,
      );
      longest = Math.max(longest, row!.ms ?? 0);
    }
  };
  const watching = watch();
  try {
    // A report of somebody's, in a transaction.
    await report.query('begin');
    await report.query('select count(*) from invoices');
    const migrated = migrate(platform.databaseUrl);
    // Its outcome is looked at below.
    migrated.catch(() => undefined);
    await sleep(REPORT_MS);
    await report.query('commit');
    await migrated;
  } finally {
    isDone = true;
    await Promise.all([watching, report.end()]);
  }
  return longest;
}

function tooLong(longestMs: number): string[] {
  return longestMs <= LONGEST_WAIT_MS ? [] : [`a request waited ${longestMs} ms for a table that was changed`];
}

/** As a supervisor does it: nothing new is sent to it, then SIGTERM. */
async function endOld({ programs, balancer }: Platform): Promise<void> {
  balancer!.targets.shift();
  await programs.worker.stop();
  await programs.api.stop();
}

async function checkCycles(cycles: Cycles): Promise<Check> {
  return { name: 'subscriptions go on, and no cycle is charged twice', problems: await cycles.findWrong() };
}

/** A run that a version could not go on with, for good. */
async function checkRuns({ temporal }: Platform): Promise<Check> {
  const query = `ExecutionStatus IN ("Failed", "Terminated", "TimedOut", "Canceled")`;
  const ended = await withClient(temporal, async (client) => {
    const ids: string[] = [];
    for await (const { workflowId, status } of client.workflow.list({ query }))
      ids.push(`${workflowId}: ${status.name}`);
    return ids;
  });
  return { name: 'no workflow ends badly', problems: shorten(ended) };
}

/**
 * Runs whose tasks were done by both versions, by who began them; and what a version could not do, and left to the
 * other.
 */
async function readRuns({ temporal }: Platform, { old, news }: { old: number; news: readonly number[] }) {
  const isOf = (pids: readonly number[], identity: string): boolean => pids.includes(Number(identity.split('@')[0]));
  return withClient(temporal, async (client) => {
    const left = new Map<string, number>();
    const crossed = { forth: 0, back: 0 };
    for await (const { workflowId, runId } of client.workflow.list({ query: `WorkflowType = "invoice"` })) {
      const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
      const workers = (events ?? []).flatMap((one) => one.workflowTaskStartedEventAttributes?.identity ?? []);
      const isOld = workers.map((identity) => isOf([old], identity));
      if (isOld[0] && workers.some((identity) => isOf(news, identity))) crossed.forth += 1;
      if (isOf(news, workers[0] ?? '') && isOld.includes(true)) crossed.back += 1;
      for (const { workflowTaskFailedEventAttributes: failed } of events ?? []) {
        const message = failed?.failure?.message?.slice(0, 120);
        if (message) left.set(message, (left.get(message) ?? 0) + 1);
      }
    }
    return {
      ...crossed,
      left: [...left].map(([message, count]) => `${count} tasks failed, and were done again: ${message}`),
    };
  });
}

async function withClient<T>({ address, namespace }: Platform['temporal'], work: (client: Client) => Promise<T>) {
  const connection = await Connection.connect({ address, connectTimeout: 5_000 });
  try {
    return await work(new Client({ connection, namespace }));
  } finally {
    await connection.close();
  }
}
