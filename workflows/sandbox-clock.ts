import {
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { ClockActivities } from '../activities/index.ts';
import { TASK_QUEUES } from '../src/base/temporal/task-queues.ts';
import type { ClockProgress } from '../src/outbox/clocks/clock-progress.ts';

export interface SandboxClockInput {
  companyId: number;
}

/** The record of the clock has changed: an advance is asked for. */
const clockChanged = defineSignal('recordChanged');

// Unlimited retries: a database that is down is waited for, in sight of an operator.
const { advanceClock } = proxyActivities<ClockActivities>({
  taskQueue: TASK_QUEUES.clocks,
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/**
 * An advance of the clock of a company's sandbox. The record has the clock and its target; an activity moves the clock
 * from moment to moment for some seconds, and the next one goes on from there. A run ends when the clock rests.
 */
export async function sandboxClock({ companyId }: SandboxClockInput): Promise<ClockProgress> {
  let isAsked: boolean;
  setHandler(clockChanged, () => {
    isAsked = true;
  });
  for (;;) {
    isAsked = false;
    const progress = await advanceClock.executeWithOptions({ summary: 'moves the clock for some seconds' }, [
      { companyId },
    ]);
    setCurrentDetails(describe(progress));
    if (progress.status === 'ready' && !isAsked) return progress;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof sandboxClock>({ companyId });
  }
}

/** The text that an operator reads in the Temporal UI. */
function describe({ status, now, target, done, waitsFor }: ClockProgress): string {
  const waits = waitsFor === null ? '' : ` Waits for ${waitsFor}.`;
  return `**${status}**: the clock shows ${now}${target === null ? '' : ` and goes to ${target}`}.\n\n${done} moments so far.${waits}`;
}
