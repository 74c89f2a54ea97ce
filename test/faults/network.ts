import { setTimeout as sleep } from 'node:timers/promises';
import { readUsage } from '../support/process-usage.ts';
import type { Excuse } from './support/audit.ts';
import type { Chance } from './support/chance.ts';
import type { Seen } from './support/client.ts';
import type { Check, Fault, FaultContext, Outcome } from './support/fault.ts';
import { engineOf, openScene, shorten, timeOf, type Scene } from './support/scene.ts';
import { findToxiproxy, startToxiproxy, type Toxic, type Toxiproxy } from './support/toxiproxy.ts';

const LINKS = ['api-postgres', 'api-temporal', 'worker-gateway', 'worker-receiver'] as const;
type Link = (typeof LINKS)[number];

/** The toxics of a proxy, by their effect on callers through it. */
const TOXICS = {
  latency: { type: 'latency', attributes: { latency: 400, jitter: 300 } },
  resets: { type: 'reset_peer', attributes: { timeout: 20 } },
  'black hole': { type: 'timeout', attributes: { timeout: 0 } },
} satisfies Record<string, Toxic>;
type Poison = keyof typeof TOXICS;

/** Which links are poisoned together, how, and for how long. */
interface Round {
  poisons: Partial<Record<Link, Poison>>;
  lastsMs: { least: number; most: number };
}

/**
 * No request of a client waits longer than this, whatever is broken behind the API: ten seconds for one of its store's
 * places, five for a connection, and 35 until a connection that is silent is given up; the rest is for a busy machine.
 */
const LONGEST_WAIT_MS = 55_000;
/** Where only Temporal, a gateway or a receiver is out of reach, which no answer waits for. */
const UNTOUCHED_WAIT_MS = 10_000;
/** From the end of a fault until a request is answered again. */
const HEALED_WITHIN_MS = 20_000;
/** The growth of a process that the load itself and the work that waits in memory may take. */
const MEMORY_GROWTH_BYTES = 200 * 1024 * 1024;
const PROBE_MS = 500;

/** A black hole lasts longer than the patience of whoever looks into it. */
const LONG = { least: 62_000, most: 66_000 };
const SHORT = { least: 8_000, most: 15_000 };
const QUICK_ROUNDS: readonly Round[] = [
  {
    poisons: { 'api-postgres': 'black hole', 'worker-receiver': 'resets', 'worker-gateway': 'latency' },
    lastsMs: LONG,
  },
];

/**
 * Latency, resets and black holes between the processes, by Toxiproxy: waits and memory are bounded, and each link
 * heals.
 */
export const network: Fault = {
  name: 'network',
  prepare: ({ say }) => findToxiproxy(say),
  async run(context: FaultContext): Promise<Outcome> {
    const chance = context.chance.of('rounds');
    const proxies = await startToxiproxy(context.say);
    try {
      const scene = await openPoisonableScene(context, proxies);
      try {
        const traffic = scene.startTraffic({ lanes: context.quick ? 3 : 4, name: 'network' });
        const watched = watch(scene);
        const rounds = context.quick ? QUICK_ROUNDS : chooseRounds(chance.of('order'));
        // Memory for code that is loaded at the first use is no growth.
        await sleep(5_000);
        watched.markMemory();
        const seen: PoisonedTime[] = [];
        for (const [index, round] of rounds.entries()) {
          const names = Object.entries(round.poisons).map(([link, poison]) => `${poison} on ${link}`);
          context.say(`round ${index + 1} of ${rounds.length}: ${names.join(', ')}`);
          seen.push(await poison(scene, { proxies, round, chance: chance.of(String(index)) }));
        }
        await traffic.stop();
        await watched.stop();
        context.say(`${traffic.bills.length} invoices; now everything has to come to rest`);
        const excuses = seen.map(({ from, until }) => ({ from, until: until + HEALED_WITHIN_MS }));
        const checks = await scene.check(traffic.bills, excuses);
        return {
          checks: [...checks, ...judge(scene, { seen, watched })],
          facts: [
            `engine: ${engineOf(context)}`,
            `invoices: ${traffic.bills.length}; rounds: ${rounds.length}; longest wait of a client: ${longestWait(scene)} ms`,
            `healed within ${Math.max(...seen.map(({ healedMs }) => healedMs ?? Infinity))} ms; memory: ${watched.describeMemory()}`,
          ],
        };
      } finally {
        await scene.stop();
      }
    } finally {
      await proxies.stop();
    }
  },
};

function openPoisonableScene(context: FaultContext, proxies: Toxiproxy): Promise<Scene> {
  return openScene(context, {
    async receiversAt(receivers) {
      const address = await proxies.proxy('worker-receiver', `127.0.0.1:${receivers.port}`);
      return { ...receivers, url: (path) => `http://${address}${path}` };
    },
    async reroute({ databaseUrl, temporalAddress, till }) {
      const postgres = new URL(databaseUrl);
      postgres.host = await proxies.proxy('api-postgres', postgres.host);
      const gateway = await proxies.proxy('worker-gateway', new URL(till.stripe.url).host);
      return {
        api: { DATABASE_URL: postgres.href, TEMPORAL_ADDRESS: await proxies.proxy('api-temporal', temporalAddress) },
        worker: { STRIPE_API_URL: `http://${gateway}` },
      };
    },
  });
}

/** Each poison on each link, in an order of chance's. */
function chooseRounds(chance: Chance): Round[] {
  const all = LINKS.flatMap((link) =>
    (Object.keys(TOXICS) as Poison[]).map((poison): Round => {
      const isLong = poison === 'black hole' && link === 'api-postgres';
      return { poisons: { [link]: poison }, lastsMs: isLong ? LONG : SHORT };
    }),
  );
  return chance.shuffled(all);
}

interface PoisonedTime extends Excuse {
  poisons: Round['poisons'];
  /** Null where no request was answered in time once it was over. */
  healedMs: number | null;
}

async function poison(
  scene: Scene,
  { proxies, round, chance }: { proxies: Toxiproxy; round: Round; chance: Chance },
): Promise<PoisonedTime> {
  const { poisons, lastsMs } = round;
  const links = Object.entries(poisons) as [Link, Poison][];
  const from = Date.now();
  for (const [link, kind] of links) await proxies.poison(link, TOXICS[kind]);
  await sleep(chance.between(lastsMs.least, lastsMs.most));
  for (const [link] of links) await proxies.cure(link);
  const until = Date.now();
  return { from, until, poisons, healedMs: await healing(scene, until) };
}

/** Until two requests, one after the other, are answered as if nothing had been. */
async function healing({ client, stores }: Scene, since: number): Promise<number | null> {
  for (let well = 0; Date.now() - since < HEALED_WITHIN_MS;) {
    const { status } = await client.get(stores[0]!.token, '/invoices?limit=1');
    well = status === 200 ? well + 1 : 0;
    if (well === 2) return Date.now() - since;
    await sleep(100);
  }
  return null;
}

interface Watched {
  pids: { api: number; worker: number };
  markMemory(): void;
  /** Bytes by which a process has grown at most since the mark. */
  growth(): { api: number; worker: number };
  describeMemory(): string;
  stop(): Promise<void>;
}

/**
 * Asks the API something every half second, without waiting for the answer before, and looks at the memory meanwhile.
 */
function watch({ client, stores, platform }: Scene): Watched {
  const { api, worker } = platform.programs;
  const pids = { api: api.pid(), worker: worker.pid() };
  const asked = new Set<Promise<unknown>>();
  const read = () => ({ api: readUsage(pids.api).memoryBytes, worker: readUsage(pids.worker).memoryBytes });
  let mark = read();
  let most = mark;
  const timer = setInterval(() => {
    const asking = client.get(stores[asked.size % stores.length]!.token, '/customers?limit=1');
    asked.add(asking);
    void asking.finally(() => asked.delete(asking));
    const now = read();
    most = { api: Math.max(most.api, now.api), worker: Math.max(most.worker, now.worker) };
  }, PROBE_MS);
  const growth = () => ({ api: most.api - mark.api, worker: most.worker - mark.worker });
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
  return {
    pids,
    growth,
    markMemory() {
      mark = read();
      most = mark;
    },
    describeMemory: () =>
      `API ${megabytes(mark.api)} and ${megabytes(growth().api)} more at most, worker ${megabytes(mark.worker)} and ${megabytes(growth().worker)}`,
    async stop() {
      clearInterval(timer);
      await Promise.all(asked);
    },
  };
}

function judge(scene: Scene, { seen, watched }: { seen: readonly PoisonedTime[]; watched: Watched }): Check[] {
  const { client, platform } = scene;
  const late = client.seen.filter(({ durationMs }) => durationMs > LONGEST_WAIT_MS);
  const untouched = seen.filter(({ poisons }) => !poisons['api-postgres']);
  // The sandbox's payer waits for its charge, as a payer does.
  const ownSeen = client.seen.filter(({ path }) => !path.startsWith('/sandbox/'));
  const lateUntouched = untouched.flatMap((time) =>
    during(ownSeen, time).filter(({ status, durationMs }) => durationMs > UNTOUCHED_WAIT_MS || status === 503),
  );
  const cutOff = seen.filter(({ poisons }) => ['black hole', 'resets'].includes(poisons['api-postgres'] ?? ''));
  const { api, worker } = platform.programs;
  const grown = Object.entries(watched.growth()).filter(([, bytes]) => bytes > MEMORY_GROWTH_BYTES);
  return [
    { name: `no request waits longer than ${LONGEST_WAIT_MS / 1000} s`, problems: shorten(late.map(lineOf)) },
    {
      name: 'no request waits for Temporal, a gateway or a receiver',
      problems: shorten(lateUntouched.map(lineOf)),
    },
    {
      name: 'while PostgreSQL is out of reach, the answer is 503 with Retry-After',
      problems: cutOff
        .filter((time) => !during(client.seen, time).some(({ status, retryAfter }) => status === 503 && retryAfter))
        .map(({ poisons }) => `nothing was answered with 503 during ${JSON.stringify(poisons)}`),
    },
    {
      name: `each link heals within ${HEALED_WITHIN_MS / 1000} s, without a restart`,
      problems: [
        ...seen
          .filter(({ healedMs }) => healedMs === null)
          .map(({ poisons }) => `not after ${JSON.stringify(poisons)}`),
        ...(api.pid() === watched.pids.api ? [] : ['the API was restarted']),
        ...(worker.pid() === watched.pids.worker
          ? []
          : [`the worker was restarted: ${worker.endedByItself.map(({ how }) => how).join()}`]),
      ],
    },
    {
      name: `no process grows by more than ${MEMORY_GROWTH_BYTES / 1024 / 1024} MB`,
      problems: grown.map(([name, bytes]) => `${name} grew by ${bytes} bytes`),
    },
  ];
}

function during(seen: readonly Seen[], { from, until }: Excuse): Seen[] {
  return seen.filter(({ at, durationMs }) => at > from && at + durationMs < until);
}

function lineOf({ at, method, path, status, durationMs }: Seen): string {
  return `${timeOf(at)} ${method} ${path}: ${status ?? 'no answer'} after ${durationMs} ms`;
}

function longestWait({ client }: Scene): number {
  return Math.max(...client.seen.map(({ durationMs }) => durationMs));
}
