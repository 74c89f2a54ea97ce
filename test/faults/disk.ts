import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './support/chance.ts';
import { NotPossibleHere, type Fault, type FaultContext, type Outcome } from './support/fault.ts';
import { breakFor, describeHealing, judgeHealing, type BrokenTime } from './support/healing.ts';
import { engineOf, openScene, type Scene } from './support/scene.ts';
import { mountSmallDisk, type SmallDisk } from './support/small-disk.ts';

const EXTENT = { quick: { rounds: 1, lanes: 4, fullMs: 8_000 }, whole: { rounds: 3, lanes: 4, fullMs: 12_000 } };
/** The size of PostgreSQL's disk, beside the data that it holds at the start. */
const DATA_MB = 320;
const LOG_MB = 160;
const SETTINGS = { max_wal_size: '64MB', min_wal_size: '32MB' };

/**
 * PostgreSQL's disk is full: that of its tables first, then that of its write-ahead log, without which it does not even
 * run.
 */
export const disk: Fault = {
  name: 'disk',
  prepare: tryToMount,
  async run(context: FaultContext): Promise<Outcome> {
    const { rounds, lanes, fullMs } = context.quick ? EXTENT.quick : EXTENT.whole;
    let tables: SmallDisk | undefined;
    let log: SmallDisk | undefined;
    const scene = await openScene(context, {
      postgres: SETTINGS,
      prepareCluster(cluster) {
        const mounted = [
          mountSmallDisk(join(cluster, 'base'), DATA_MB),
          mountSmallDisk(join(cluster, 'pg_wal'), LOG_MB),
        ];
        [tables, log] = mounted;
        return Promise.resolve(() => {
          for (const one of mounted) one.unmount();
          return Promise.resolve();
        });
      },
    });
    try {
      const { api, worker, postgres } = scene.platform.programs;
      const before = { api: api.pid(), worker: worker.pid() };
      const traffic = scene.startTraffic({ lanes, name: 'disk' });
      const broken: BrokenTime[] = [];
      let reads = 0;
      for (let round = 0; round < rounds; round += 1) {
        await sleep(3_000);
        broken.push(
          await breakFor(scene, 'tables', async () => {
            tables!.fill();
            const used = await useFor(scene, {
              ms: fullMs,
              name: `disk-${round}`,
              chance: context.chance.of('products'),
            });
            reads += used.answered;
            tables!.free();
            await used.made;
          }),
        );
        context.say(`round ${round + 1} of ${rounds}: the disk of the tables was full`);
        await sleep(3_000);
        broken.push(
          await breakFor(scene, 'write-ahead log', async () => {
            log!.fill();
            const switching = switchLogs(scene);
            await sleep(fullMs);
            log!.free();
            await switching();
          }),
        );
        context.say(`round ${round + 1} of ${rounds}: the disk of the write-ahead log was full`);
      }
      await traffic.stop();
      context.say(`${traffic.bills.length} invoices; now everything has to come to rest`);
      const excuses = broken.map(({ from, until, healedMs }) => ({ from, until: until + (healedMs ?? 0) }));
      const checks = await scene.check(traffic.bills, excuses);
      return {
        checks: [
          ...checks,
          ...judgeHealing(scene, broken, { before, refuses: true }),
          { name: 'what is on the disk is read while it is full', problems: reads > 0 ? [] : ['nothing was'] },
        ],
        facts: [
          `engine: ${engineOf(context)}`,
          `invoices: ${traffic.bills.length}; ${reads} reads were answered while the tables' disk was full`,
          `${describeHealing(broken)}; PostgreSQL ended by itself ${postgres.endedByItself.length} times`,
        ],
      };
    } finally {
      await scene.stop();
    }
  },
};

/**
 * Changes that need room are asked for meanwhile, again and again until they are made.
 *
 * @returns how many reads were answered with what was asked for, and what ends once every change was made
 */
async function useFor({ client, stores }: Scene, { ms, name, chance }: { ms: number; name: string; chance: Chance }) {
  const { token, customerId } = stores[0]!;
  const made: Promise<unknown>[] = [];
  let answered = 0;
  for (const end = Date.now() + ms; Date.now() < end; await sleep(200)) {
    const product = { name: 'Pão de queijo', price: 50, description: 'x'.repeat(900) };
    const key = `${name}-${made.length}`;
    made.push(client.post(token, '/products', product, { key, chance: chance.of(key) }));
    if ((await client.get(token, `/customers/${customerId}`)).status === 200) answered += 1;
  }
  return { answered, made: Promise.all(made) };
}

/** The log has segments in store; each is used up. */
function switchLogs({ platform }: Scene): () => Promise<void> {
  let stopped = false;
  const running = (async () => {
    while (!stopped) {
      const used = platform.query('select pg_logical_emit_message(true, $1, repeat($1, 1000000)), pg_switch_wal()', [
        'x',
      ]);
      await used.catch(() => undefined);
      await sleep(100);
    }
  })();
  return () => {
    stopped = true;
    return running;
  };
}

/** @throws NotPossibleHere where no small disk can be had */
function tryToMount(): void {
  const folder = mkdtempSync(join(tmpdir(), 'fatura-mount-'));
  try {
    mountSmallDisk(folder, 1).unmount();
    rmdirSync(`${folder}.real`);
  } catch (error) {
    throw new NotPossibleHere('It mounts small disks of memory (tmpfs), which root may on Linux.', { cause: error });
  } finally {
    rmdirSync(folder);
  }
}
