import type { CustomSlotSupplier, SlotPermit, WorkflowSlotInfo } from '@temporalio/worker';

/** Named, so that two permits are not the same object. */
class Permit implements SlotPermit {}

/**
 * Slots for the workflow tasks of a Worker: at most `places` at once, and no more than `perSecond` are used over some
 * seconds. A slot that nobody uses costs nothing: an idle Worker polls as ever, and takes up to `places` tasks at once.
 *
 * Temporal bounds the activities of a queue a second, and not its workflow tasks. After an outage, timers of hundreds
 * of workflows end at one moment. Each timer wakes its workflow, and a workflow that is not in the cache is replayed.
 */
export function createPacedSlots({
  places,
  perSecond,
}: {
  places: number;
  perSecond: number;
}): CustomSlotSupplier<WorkflowSlotInfo> {
  const everyMs = 1_000 / perSecond;
  const waiting: (() => void)[] = [];
  let held = 0;
  let nextAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const isFree = (): boolean => held < places && performance.now() >= nextAt;
  const takeSlot = (): SlotPermit => {
    held += 1;
    return new Permit();
  };
  const callNext = (): void => {
    while (waiting.length > 0 && isFree()) waiting.shift()!();
    if (waiting.length === 0 || held >= places) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      callNext();
    }, nextAt - performance.now());
  };

  return {
    type: 'custom',
    reserveSlot(_, signal) {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const called = (): void => {
          signal.removeEventListener('abort', giveUp);
          resolve(takeSlot());
        };
        const giveUp = (): void => {
          waiting.splice(waiting.indexOf(called), 1);
          if (waiting.length === 0) {
            clearTimeout(timer);
            timer = undefined;
          }
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', giveUp, { once: true });
        waiting.push(called);
        callNext();
      });
    },
    tryReserveSlot: () => (waiting.length === 0 && isFree() ? takeSlot() : null),
    markSlotUsed() {
      nextAt = Math.max(nextAt, performance.now()) + everyMs;
    },
    releaseSlot() {
      held -= 1;
      callNext();
    },
  };
}
