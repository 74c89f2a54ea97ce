import { setTimeout as sleep } from 'node:timers/promises';

/** A process of the platform that runs. */
export interface Launched {
  pid: number;
  exited: Promise<string>;
  stop(): Promise<void>;
}

/** A process of the platform, which is killed and started again. */
export interface Program {
  pid(): number;
  /** As a power cut ends it; nobody starts it before `start`. */
  kill(): Promise<void>;
  /**
   * As whoever puts a new version in its place does: it ends by itself, and nobody starts it before `start`. @returns
   * how it ended
   */
  terminate(signals: readonly NodeJS.Signals[]): Promise<string>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** When it was killed, in milliseconds since 1970. */
  killedAt: readonly number[];
  /** How it ended without being killed; it was started again, as a supervisor does. */
  endedByItself: readonly { at: number; how: string }[];
}

const START_MS = 120_000;
const START_AGAIN_MS = 300;

/** Keeps a process running as a supervisor does, but for when the test has killed it. */
export async function startProgram(launch: () => Promise<Launched>): Promise<Program> {
  const killedAt: number[] = [];
  const endedByItself: { at: number; how: string }[] = [];
  let wanted = true;
  let current: Launched | null = null;
  let starting: Promise<void> = Promise.resolve();

  const watch = (launched: Launched): void => {
    current = launched;
    void launched.exited.then((how) => {
      if (current !== launched || !wanted) return;
      current = null;
      endedByItself.push({ at: Date.now(), how });
      starting = startUntilItHolds();
      // The caller that waits for it hears of it.
      starting.catch(() => undefined);
    });
  };
  /** The services that it needs may not be there yet: then it ends, and is started again. */
  const startUntilItHolds = async (): Promise<void> => {
    for (const end = Date.now() + START_MS; ;) {
      try {
        watch(await launch());
        return;
      } catch (error) {
        if (!wanted) return;
        if (Date.now() > end) throw error;
        await sleep(START_AGAIN_MS);
      }
    }
  };
  watch(await launch());

  return {
    killedAt,
    endedByItself,
    pid: () => current?.pid ?? 0,
    async kill() {
      await starting;
      wanted = false;
      killedAt.push(Date.now());
      if (!current) return;
      const { pid, exited } = current;
      current = null;
      process.kill(pid, 'SIGKILL');
      await exited;
    },
    async terminate(signals) {
      await starting;
      wanted = false;
      if (!current) return 'it did not run';
      const { pid, exited } = current;
      current = null;
      for (const signal of signals) process.kill(pid, signal);
      return exited;
    },
    async start() {
      wanted = true;
      starting = startUntilItHolds();
      await starting;
    },
    async stop() {
      wanted = false;
      await starting.catch(() => undefined);
      await current?.stop();
    },
  };
}
