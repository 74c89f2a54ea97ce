import { setTimeout as sleep } from 'node:timers/promises';
import type { Seen } from './client.ts';
import type { Check } from './fault.ts';
import { shorten, timeOf, type Scene } from './scene.ts';

/** As `network.ts` has it: what a client waits for at most, and how soon it is served again. */
const LONGEST_WAIT_MS = 55_000;
const HEALED_WITHIN_MS = 20_000;
const IN_A_ROW = 3;
const LOOK_MS = 200;

/** A time in which something was broken, and what clients saw in it. */
export interface BrokenTime {
  name: string;
  from: number;
  until: number;
  /** Null where it did not heal. */
  healedMs: number | null;
}

/** Runs `work`, in which something is broken and mended again, and waits until requests are answered as before. */
export async function breakFor(scene: Scene, name: string, work: () => Promise<void>): Promise<BrokenTime> {
  const from = Date.now();
  await work();
  const until = Date.now();
  for (let well = 0; Date.now() < until + 3 * HEALED_WITHIN_MS; await sleep(LOOK_MS)) {
    const { token, customerId } = scene.stores[0]!;
    const { status } = await scene.client.get(token, `/customers/${customerId}`);
    well = status === 200 ? well + 1 : 0;
    if (well === IN_A_ROW) return { name, from, until, healedMs: Date.now() - until };
  }
  return { name, from, until, healedMs: null };
}

/** Judges the rules that hold in every such time. */
export function judgeHealing(
  scene: Scene,
  broken: readonly BrokenTime[],
  { before, refuses }: { before: { api: number; worker: number }; refuses: boolean },
): Check[] {
  const { client, platform } = scene;
  const { api, worker } = platform.programs;
  const during = ({ from, until }: BrokenTime): Seen[] => client.seen.filter(({ at }) => at >= from && at <= until);
  const late = client.seen.filter(({ durationMs }) => durationMs > LONGEST_WAIT_MS);
  return [
    {
      name: `no request waits longer than ${LONGEST_WAIT_MS / 1_000} s`,
      problems: shorten(late.map(({ at, path, durationMs }) => `${timeOf(at)} ${path}: ${durationMs} ms`)),
    },
    ...(refuses
      ? [
          {
            name: 'meanwhile changes are answered with 503 and Retry-After',
            problems: broken
              .filter((time) => !during(time).some(({ status, retryAfter }) => status === 503 && retryAfter))
              .map(({ name }) => `nothing was answered with 503: ${name}`),
          },
        ]
      : []),
    {
      name: `it heals within ${HEALED_WITHIN_MS / 1_000} s, without a restart`,
      problems: [
        ...broken
          .filter(({ healedMs }) => healedMs === null || healedMs > HEALED_WITHIN_MS)
          .map(({ name, healedMs }) => `${name}: ${healedMs === null ? 'not at all' : `${healedMs} ms`}`),
        ...(api.pid() === before.api ? [] : ['the API was restarted']),
        ...(worker.pid() === before.worker ? [] : ['the worker was restarted']),
      ],
    },
  ];
}

export function describeHealing(broken: readonly BrokenTime[]): string {
  return `healed after ${broken.map(({ name, healedMs }) => `${healedMs ?? 'never'} ms (${name})`).join(', ')}`;
}
