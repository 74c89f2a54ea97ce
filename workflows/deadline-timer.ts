import { CancellationScope, isCancellation, sleep } from '@temporalio/workflow';
import type { Deadline } from '../src/invoices/deadline.ts';
import { describeDeadline } from './describe.ts';
import { msUntil } from './time.ts';

/**
 * The timer of a run's deadline. It stays while the deadline stays, however often the run looks around: Temporal writes
 * each start and each end of a timer.
 */
export class DeadlineTimer {
  private started: { deadline: Deadline; scope: CancellationScope } | null = null;

  /** Measures the time until a deadline, or until none. */
  measure(deadline: Deadline | null): void {
    const { started } = this;
    if (started && deadline && started.deadline.at === deadline.at && started.deadline.kind === deadline.kind) return;
    this.started = null;
    started?.scope.cancel();
    if (!deadline) return;
    const scope = new CancellationScope();
    this.started = { deadline, scope };
    const summary = `until ${describeDeadline(deadline)}, unless something comes first`;
    const ended = scope.run(() => sleep(msUntil(deadline.at), { summary }));
    ended.then(
      () => {
        if (this.started?.scope === scope) this.started = null;
      },
      (error: unknown) => {
        if (!isCancellation(error)) throw error;
      },
    );
  }

  /** Whether the time is over since it was last measured. */
  get isOver(): boolean {
    return this.started === null;
  }
}
