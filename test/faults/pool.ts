import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Fault, FaultContext, Outcome } from './support/fault.ts';
import { breakFor, describeHealing, judgeHealing, type BrokenTime } from './support/healing.ts';
import { engineOf, openScene, type Scene } from './support/scene.ts';

const EXTENT = { quick: { rounds: 1, lanes: 4, takenMs: 12_000 }, whole: { rounds: 3, lanes: 4, takenMs: 20_000 } };
const MAX_CONNECTIONS = 80;

/** Every connection of PostgreSQL is somebody else's; or a lock of somebody else's holds up all that the API has. */
export const pool: Fault = {
  name: 'pool',
  async run(context: FaultContext): Promise<Outcome> {
    const { rounds, lanes, takenMs } = context.quick ? EXTENT.quick : EXTENT.whole;
    const scene = await openScene(context, { postgres: { max_connections: String(MAX_CONNECTIONS) } });
    try {
      const { api, worker } = scene.platform.programs;
      const before = { api: api.pid(), worker: worker.pid() };
      const traffic = scene.startTraffic({ lanes, name: 'pool' });
      const broken: BrokenTime[] = [];
      let most = 0;
      for (let round = 0; round < rounds; round += 1) {
        await sleep(3_000);
        broken.push(
          await breakFor(scene, 'connections', async () => {
            const taken = takeConnections(scene);
            await sleep(takenMs);
            most = Math.max(most, taken.count());
            await taken.release();
          }),
        );
        context.say(`round ${round + 1} of ${rounds}: every connection was taken`);
        await sleep(3_000);
        broken.push(await breakFor(scene, 'locks', () => lockFor(scene, takenMs)));
        context.say(`round ${round + 1} of ${rounds}: every statement waited for a lock`);
      }
      await traffic.stop();
      context.say(`${traffic.bills.length} invoices; now everything has to come to rest`);
      const excuses = broken.map(({ from, until, healedMs }) => ({ from, until: until + (healedMs ?? 0) }));
      const checks = await scene.check(traffic.bills, excuses);
      return {
        checks: [...checks, ...judgeHealing(scene, broken, { before, refuses: true })],
        facts: [
          `engine: ${engineOf(context)}`,
          `invoices: ${traffic.bills.length}; connections that were taken: ${most} of ${MAX_CONNECTIONS}`,
          `${describeHealing(broken)}; longest wait ${Math.max(...scene.client.seen.map(({ durationMs }) => durationMs))} ms`,
        ],
      };
    } finally {
      await scene.stop();
    }
  },
};

/** Ends those of the platform, and takes their places and all others, again and again. */
function takeConnections({ platform }: Scene): { count(): number; release(): Promise<void> } {
  const held = new Set<pg.Client>();
  let released = false;
  const take = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: platform.databaseUrl, application_name: 'stranger' });
    client.on('error', () => held.delete(client));
    await client.connect();
    held.add(client);
  };
  const first = async (): Promise<void> => {
    await take();
    const [one] = held;
    while (!released) {
      // Those of Temporal are not what is tested here.
      await one!.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name like 'fatura%' and application_name <> 'fatura-temporal' and pid <> pg_backend_pid()`,
      );
      const taken = await Promise.allSettled(Array.from({ length: 40 }, take));
      if (taken.every(({ status }) => status === 'rejected')) await sleep(300);
    }
  };
  const running = first();
  running.catch(() => undefined);
  return {
    count: () => held.size,
    async release() {
      released = true;
      await running;
      await Promise.all([...held].map((client) => client.end().catch(() => undefined)));
    },
  };
}

/** `deadlock_detected`. */
const DEADLOCK = '40P01';
/** More requests than the API has connections. */
const WAITING = 20;

async function lockFor({ platform, client: asking, stores }: Scene, ms: number): Promise<void> {
  const client = new pg.Client({ connectionString: platform.databaseUrl });
  await client.connect();
  try {
    await lockTables(client);
    const asked = Array.from({ length: WAITING }, (_, index) =>
      asking.get(stores[index % stores.length]!.token, '/customers?limit=1'),
    );
    await sleep(ms);
    await client.query('rollback');
    await Promise.all(asked);
  } finally {
    await client.end();
  }
}

/**
 * A session that takes one table after the other can be in the way of a session that it waits for; PostgreSQL may then
 * choose it to give in.
 */
async function lockTables(client: pg.Client): Promise<void> {
  for (;;) {
    await client.query('begin');
    try {
      await client.query('lock table customers, invoices, api_tokens in access exclusive mode');
      return;
    } catch (error) {
      await client.query('rollback');
      if (!(error instanceof pg.DatabaseError && error.code === DEADLOCK)) throw error;
    }
  }
}
