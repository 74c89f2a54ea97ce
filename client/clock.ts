import { setTimeout as pause } from 'node:timers/promises';
import type { components } from './schema.ts';
import type { Fatura } from './fatura.ts';

const LOOK_EVERY_MS = 250;

type Clock = components['schemas']['SandboxClock'];

/**
 * Advances the clock of the sandbox, and waits until it is there: all that was due on the way has happened then.
 *
 * @param by a duration by ISO 8601, as `{ advance: 'P4D' }`, or a moment, as `{ to: '2027-02-01T09:00:00-03:00' }`
 * @param onProgress is told of each moment that it stops at, as far as it is seen
 * @throws FaturaError 409 `clock_advancing`, 422 for a moment that does not lie ahead
 */
export async function advanceClock(
  fatura: Fatura,
  by: { advance: string } | { to: string },
  onProgress: (line: string) => void = () => undefined,
): Promise<Clock> {
  let clock = await fatura.advanceSandboxClock(by);
  let said = '';
  while (clock.status === 'advancing') {
    if (clock.now !== said) onProgress(describeClock(clock));
    said = clock.now;
    await pause(LOOK_EVERY_MS);
    clock = await fatura.readSandboxClock();
  }
  return clock;
}

/** A line about a clock. */
export function describeClock({ now, target, is_manual: isManual, next }: Clock): string {
  const state = target === null ? (isManual ? 'stands' : 'follows real time') : `goes to ${target}`;
  return `${now}  ${state}${next && target === null ? `; next: ${next.what} at ${next.at}` : ''}`;
}
