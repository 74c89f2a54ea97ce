import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { spawnTracked, stopTracked, type TrackedChild } from '../../src/dev/spawn-tracked.ts';
import { whenAborted } from '../../src/dev/when-aborted.ts';

/** Keeps so many invoices under way for a time, after a warm-up that is not counted. */
export interface LifeRun {
  warmUpSeconds: number;
  seconds: number;
  inFlight: number;
}

export interface LifeResult {
  /** Ended within the time. */
  completed: number;
  /** With those of the warm-up and those that were under way at the end: what was done in this run. */
  all: number;
  seconds: number;
  /** The median time of those that ended within the time; null where none did. */
  medianMs: number | null;
}

/** Sends a webhook for each of `count` jobs. */
export interface QueueRun {
  /** Null: as fast as it goes, with at most 64 jobs on their way into the queue at once. */
  ratePerSecond: number | null;
  count: number;
  /** Share of the jobs that go to the dead receiver; 0 to 1. */
  deadShare: number;
  /** The invoice's id in the first job; the others count on from there. */
  firstId: number;
}

export interface QueueResult {
  /**
   * Each healthy job with the moment it was known to be committed: milliseconds since 1970, finer than a millisecond.
   */
  enqueued: [invoiceId: number, at: number][];
  /** The time to put all of them into the queue. */
  seconds: number;
}

/** The messages of each peer: when it is ready, its orders, and its answers; by its file in `bench/peers`. */
export interface Peers {
  'dbos.ts': { ready: object; run: LifeRun; result: LifeResult };
  'naive-temporal.ts': { ready: object; run: LifeRun; result: LifeResult };
  'raw-koa.ts': { ready: { port: number }; run: never; result: never };
  'pg-boss.ts': { ready: object; run: QueueRun; result: QueueResult };
  'graphile-worker.ts': { ready: object; run: QueueRun; result: QueueResult };
}

export type PeerName = keyof Peers;

/** The messages to a peer. */
export type ToPeer<Name extends PeerName> = { type: 'run'; run: Peers[Name]['run'] };

/** The messages of a peer. */
export type FromPeer<Name extends PeerName> =
  | { type: 'ready'; ready: Peers[Name]['ready'] }
  | { type: 'result'; result: Peers[Name]['result'] }
  | { type: 'error'; message: string };

export interface Peer<Name extends PeerName> {
  pid: number;
  ready: Peers[Name]['ready'];
  /** Has it do one thing and waits for what comes of it; one at a time. */
  ask: (run: Peers[Name]['run']) => Promise<Peers[Name]['result']>;
  stop: () => Promise<void>;
}

export interface PeerOptions<Name extends PeerName> {
  script: Name;
  env: Record<string, string>;
  signal: AbortSignal;
}

const READY_MS = 120_000;
/** A peer gives itself five seconds. */
const STOP_MS = 8_000;
/** The length of the end of its errors, for the message of a failure. */
const LAST_WORDS = 4_000;

/**
 * Runs a peer in a process of its own, and resolves when it says that it is ready. When this process ends, however it
 * ends, the channel closes and the peer ends itself.
 *
 * @throws Error with the last that it wrote when it ends, or says nothing, before it is ready
 */
export async function startPeer<Name extends PeerName>(options: PeerOptions<Name>): Promise<Peer<Name>> {
  const { script, env, signal } = options;
  const path = fileURLToPath(new URL(`../peers/${script}`, import.meta.url));
  const peer = spawnTracked(process.execPath, ['--disable-warning=ExperimentalWarning', path], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const conversation = { peer, script, signal, words: wordsOf(peer) };
  const stop = (): Promise<void> => stopTracked(peer, 'SIGTERM', STOP_MS);
  try {
    const said = await hear<Name>(conversation, AbortSignal.timeout(READY_MS));
    if (said.type !== 'ready') throw unexpected(script, said);
    return {
      pid: peer.child.pid ?? 0,
      ready: said.ready,
      async ask(run) {
        const answer = hear<Name>(conversation);
        const message: ToPeer<Name> = { type: 'run', run };
        peer.child.send(message);
        const said = await answer;
        if (said.type !== 'result') throw unexpected(script, said);
        return said.result;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Conversation {
  peer: TrackedChild;
  script: PeerName;
  signal: AbortSignal;
  /** The last that it wrote as errors. */
  words: () => string;
}

/** The next message of a peer. @throws Error where it ends, or patience does, before there is one */
async function hear<Name extends PeerName>(
  { peer, script, signal, words }: Conversation,
  patience?: AbortSignal,
): Promise<FromPeer<Name>> {
  const fail = (what: string): never => {
    throw new Error([`${script} ${what}.`, words()].filter(Boolean).join('\n'));
  };
  const heard = new AbortController();
  const message = once(peer.child, 'message', { signal: heard.signal }).then(([said]) => said as FromPeer<Name>);
  try {
    return await Promise.race([
      message,
      peer.exited.then((end) => fail(`ended (${end})`)),
      whenAborted(signal).then(() => fail('was interrupted')),
      whenAborted(patience).then(() => fail(`was not ready within ${READY_MS / 1_000} s`)),
    ]);
  } finally {
    heard.abort();
  }
}

function unexpected(script: PeerName, said: FromPeer<PeerName>): Error {
  return new Error(said.type === 'error' ? `${script} failed: ${said.message}` : `${script} said "${said.type}".`);
}

function wordsOf({ child }: TrackedChild): () => string {
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-LAST_WORDS)));
  return () => words.trim();
}
