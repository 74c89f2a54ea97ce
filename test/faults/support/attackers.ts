import { join } from 'node:path';
import { spawnTracked, stopTracked } from '../../../src/dev/spawn-tracked.ts';
import type { Orders, Report } from './attacks.ts';

const PROGRAM = join(import.meta.dirname, 'attacker.ts');
const STOP_MS = 5_000;

/** A process of its own, from which the API is attacked; several attacks at once, where it is told so. */
export interface Attackers {
  /** @returns what became of its connections, by manner, once they are over */
  attack(orders: Orders): Promise<Report[]>;
  stop(): Promise<void>;
}

interface Message {
  id: number;
  reports?: Report[];
  failure?: string;
}

export function startAttackers(): Attackers {
  const tracked = spawnTracked(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, PromiseWithResolvers<Report[]>>();
  let last = 0;
  tracked.child.on('message', ({ id, reports, failure }: Message) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (reports) one?.resolve(reports);
    else one?.reject(new Error(`The attack failed: ${failure}`));
  });
  void tracked.exited.then((how) => {
    for (const { reject } of waiting.values()) reject(new Error(`The attackers ended: ${how}`));
  });
  return {
    attack(orders) {
      const one = Promise.withResolvers<Report[]>();
      last += 1;
      waiting.set(last, one);
      tracked.child.send({ id: last, orders });
      return one.promise;
    },
    stop: () => stopTracked(tracked, 'SIGTERM', STOP_MS),
  };
}
