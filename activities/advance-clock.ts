import type { EntityManager } from '@mikro-orm/postgresql';
import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';
import { advance } from '../src/outbox/clocks/advance.ts';
import type { ClockProgress } from '../src/outbox/clocks/clock-progress.ts';

export type AdvanceClockActivity = ReturnType<typeof createAdvanceClock>;

export interface AdvanceClockInput {
  companyId: number;
}

/** An activity works this long at one clock. Others that wait for a place have theirs then. */
const SLICE_MS = 3_000;

/** Advances the clock of a company's sandbox for some seconds, and says how far it is. */
export function createAdvanceClock({ em }: { em: EntityManager }) {
  return {
    async advanceClock({ companyId }: AdvanceClockInput): Promise<ClockProgress> {
      const signal = AbortSignal.any([cancellationSignal(), AbortSignal.timeout(SLICE_MS)]);
      const everyMs = (activityInfo().heartbeatTimeoutMs ?? SLICE_MS) / 3;
      let beatAt = -Infinity;
      return advance(em, {
        companyId,
        signal,
        onLook(progress) {
          if (performance.now() - beatAt < everyMs) return;
          beatAt = performance.now();
          heartbeat(progress);
        },
      });
    },
  };
}
