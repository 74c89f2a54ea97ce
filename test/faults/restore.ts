import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterPaths } from '../../src/dev/postgres-cluster.ts';
import { TEMPORAL_DATABASES } from '../support/temporal-on-postgres.ts';
import { temporalFolder } from '../../src/dev/temporal-server.ts';
import { pollUntil } from '../../src/dev/poll-until.ts';
import { admin } from './support/admin.ts';
import { openBackup } from './support/backup.ts';
import type { Lost } from './support/audit.ts';
import type { Check, Fault, FaultContext, Outcome } from './support/fault.ts';
import { PROGRAMS, type Platform } from './support/platform.ts';
import { askAgain, findForgotten, sortLost, type Sorted } from './support/lost.ts';
import { openScene, shorten, type Scene } from './support/scene.ts';
import type { Bill, Life } from './support/traffic.ts';

/** How many invoices are lived at once, and for how long around each thing that is done. */
const EXTENT = { quick: { lanes: 3, ms: 2_500 }, whole: { lanes: 5, ms: 5_000 } };

/** Refunds of Pix wait for a bank that looks three times a second. */
const QUIET_MS = 1_000;
const QUIET_WITHIN_MS = 30_000;

/** Made before the moment that is gone back to; what follows is lost. */
const ACROSS: readonly Life[] = [
  { gateway: 'stripe', method: 'pix', plan: 'pay' },
  { gateway: 'stripe', method: 'card', plan: 'pay' },
  { gateway: 'stripe', method: 'boleto', plan: 'pay' },
  { gateway: 'stripe', method: 'pix', plan: 'refuse_then_pay' },
  { gateway: 'stripe', method: 'pix', plan: 'refund_in_part' },
  { gateway: 'stripe', method: 'card', plan: 'refund' },
  { gateway: 'stripe', method: 'pix', plan: 'cancel' },
  { gateway: 'sandbox', method: 'pix', plan: 'pay' },
  { gateway: 'sandbox', method: 'card', plan: 'refund_in_part' },
  { gateway: 'sandbox', method: 'boleto', plan: 'cancel' },
];
/** Made after it, and lost as a whole. */
const AFTER: readonly Life[] = [
  { gateway: 'stripe', method: 'pix', plan: 'pay' },
  { gateway: 'stripe', method: 'card', plan: 'refund_in_part' },
  { gateway: 'stripe', method: 'boleto', plan: 'leave' },
  { gateway: 'sandbox', method: 'pix', plan: 'pay' },
];

/**
 * The machine is lost under load, with all of its data, and what is left is a backup: restored to its end; to a moment
 * before its end, of which gateway and receivers have seen more than the record; and the record alone, beside an empty
 * Temporal. The quick half restores the record to its end, beside an empty Temporal: the file of a development server
 * is in no backup.
 */
export const restore: Fault = {
  name: 'restore',
  async run(context: FaultContext): Promise<Outcome> {
    const { lanes, ms } = context.quick ? EXTENT.quick : EXTENT.whole;
    const backup = await openBackup();
    const scene = await openScene(context, { postgres: backup.settings });
    const { platform } = scene;
    const cluster = { dataDir: platform.dataDir, password: decodeURIComponent(new URL(platform.databaseUrl).password) };
    const bills: Bill[] = [];
    const facts: string[] = [];
    const checks: Check[] = [];
    const keep = (when: string, found: readonly Check[]): void =>
      void checks.push(...found.map(({ name, problems }) => ({ name: `${when}: ${name}`, problems })));
    const live = async (name: string, meanwhile: () => Promise<void>): Promise<readonly Bill[]> => {
      const traffic = scene.startTraffic({ lanes, name });
      await sleep(ms);
      await meanwhile();
      await sleep(ms);
      await traffic.stop();
      return traffic.bills;
    };
    /** @param until null: to the end of the archive */
    const loseAll = async (until: string | null): Promise<number> => {
      // A callback that the API took after the end of the archive is told by nobody again.
      if (!(await pollUntil(isQuiet(scene), { timeoutMs: QUIET_WITHIN_MS }))) throw new Error('the gateway goes on');
      await backup.archiveAll(platform.query);
      const at = Date.now();
      await Promise.all(PROGRAMS.map((name) => platform.programs[name].kill()));
      rmSync(clusterPaths(cluster.dataDir).folder, { recursive: true, force: true });
      if (context.quick) rmSync(temporalFolder(platform.dataDir), { recursive: true });
      const { password } = cluster;
      const restored = await backup.restore({ password, ...(until === null ? {} : { until }) });
      cluster.dataDir = restored.dataDir;
      platform.moveTo(restored);
      await platform.programs.postgres.start();
      context.say(`lost and restored ${until === null ? 'to the end of the archive' : `to ${until}`}`);
      return at;
    };
    try {
      bills.push(
        ...(await live('before', async () => {
          const { megabytes, seconds } = await backup.takeBase(platform.databaseUrl);
          facts.push(`base backup under load: ${megabytes} MB in ${seconds} s`);
        })),
      );
      await loseAll(null);
      await startRest(platform);
      if (context.quick) {
        facts.push(`Temporal empty, resumed: ${JSON.stringify(await admin(scene, 'resume-workflows'))}`);
        bills.push(...(await live('restored', () => Promise.resolve())));
        context.say(`${bills.length} invoices; now everything has to come to rest`);
        keep('the record alone', await scene.check(bills));
        facts.push(`invoices: ${bills.length}; webhooks that came: ${scene.receivers.arrivals.length}`);
        return { checks, facts };
      }
      let target = '';
      const since = new Date();
      const second = await live('restored', async () => {
        const across = scene.startLives({ lives: ACROSS, name: 'across' });
        await across.areAtGate;
        const [row] = await platform.query<{ now: string }>('select clock_timestamp()::text as now');
        target = row!.now;
        const after = scene.startLives({ lives: AFTER, name: 'lost' });
        for (const { openGate } of [across, after]) openGate();
        await Promise.all([across.areDone, after.areDone]);
        bills.push(...across.bills, ...after.bills);
      });
      bills.push(...second);
      context.say(`${bills.length} invoices; now everything has to come to rest`);
      keep('to the end', await scene.check(bills));

      const lost: Lost = { from: Date.parse(target), until: await loseAll(target) };
      await admin(scene, 'skip-ids');
      const told = await admin(scene, 'take-in-books', '--since', since.toISOString(), '--confirm', 'yes');
      facts.push(`taken in: ${JSON.stringify(told)}`);
      const sorted = await sortLost(scene, bills, lost);
      await startRest(platform);
      keep('to a moment before', await checkLost(scene, sorted, lost));
      const remade = await askAgain(scene, sorted, context.chance.of('again'));
      bills.splice(0, bills.length, ...sorted.kept, ...remade);
      const { forgotten, kept } = sorted;
      facts.push(`restored to ${target}: ${forgotten.length} invoices of ${forgotten.length + kept.length} lost`);
      keep('to a moment before', await scene.check(bills, [], lost));

      const third = await live('record', async () => {
        await Promise.all(PROGRAMS.map((name) => platform.programs[name].kill()));
        await platform.programs.postgres.start();
        for (const name of TEMPORAL_DATABASES) await platform.query(`drop database ${name} with (force)`);
        platform.moveTo({ dataDir: cluster.dataDir });
        await startRest(platform);
        const resumed = await admin(scene, 'resume-workflows');
        facts.push(`Temporal empty, resumed: ${JSON.stringify(resumed)}`);
      });
      bills.push(...third);
      keep('the record alone', await scene.check(bills, [], lost));
      facts.push(`invoices: ${bills.length}; webhooks that came: ${scene.receivers.arrivals.length}`);
      return { checks, facts };
    } finally {
      await scene.stop();
      backup.remove();
    }
  },
};

/** Whether the gateway has told all that happened, also what follows from what it told last. */
function isQuiet({ courier }: Scene): () => boolean {
  let since = performance.now();
  return () => {
    if (!courier.isDone()) since = performance.now();
    return performance.now() - since > QUIET_MS;
  };
}

async function startRest({ programs }: Platform): Promise<void> {
  await programs.temporal.start();
  await Promise.all([programs.api.start(), programs.worker.start()]);
}

/** Checks the facts that must hold whatever clients do next. */
async function checkLost(scene: Scene, sorted: Sorted, lost: Lost): Promise<Check[]> {
  const early = sorted.forgotten.filter(({ madeAt }) => madeAt < lost.from);
  return [
    {
      name: 'nothing is lost that was acknowledged before the moment',
      problems: early.map(({ bill }) => `${bill.key} was made before, and is gone`),
    },
    {
      name: 'charges of lost invoices cannot be paid, and the store is told of their money',
      problems: shorten(await findForgotten(scene, sorted)),
    },
  ];
}
