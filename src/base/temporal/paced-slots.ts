import type { CustomSlotSupplier, SlotPermit, SlotReserveContext, WorkflowSlotInfo } from '@temporalio/worker';

/** A Worker polls two queues: of workflows that are in its cache (sticky), and of all others. */
type Queue = 'sticky' | 'other';

class Permit implements SlotPermit {
  readonly queue: Queue;

  constructor(queue: Queue) {
    this.queue = queue;
  }
}

/**
 * Slots for the workflow tasks of a Worker: at most `places` at once, and no more than `perSecond` are used over some
 * seconds. A slot that nobody uses costs nothing: an idle Worker polls as ever, and takes up to `places` tasks at once.
 * A poller holds its slot until there is a task, so neither queue gets the last slot of the other.
 *
 * Temporal bounds the activities of a queue a second, and not its workflow tasks. After an outage, timers of hundreds
 * of workflows end at one moment. Each timer wakes its workflow, and a workflow that is not in the cache is replayed.
 *
 * @param settings `places`: two at least
 */
export function createPacedSlots({
  places,
  perSecond,
}: {
  places: number;
  perSecond: number;
}): CustomSlotSupplier<WorkflowSlotInfo> {
  const everyMs = 1_000 / perSecond;
  const waiting: { queue: Queue; call: () => void }[] = [];
  const held: Record<Queue, number> = { sticky: 0, other: 0 };
  let nextAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const hasPlace = (queue: Queue): boolean => held.sticky + held.other < places && held[queue] < places - 1;
  const isTime = (): boolean => performance.now() >= nextAt;
  const takeSlot = (queue: Queue): SlotPermit => {
    held[queue] += 1;
    return new Permit(queue);
  };
  const callNext = (): void => {
    for (;;) {
      const index = waiting.findIndex(({ queue }) => hasPlace(queue));
      if (index < 0) return;
      if (!isTime()) break;
      waiting.splice(index, 1)[0]!.call();
    }
    timer ??= setTimeout(() => {
      timer = undefined;
      callNext();
    }, nextAt - performance.now());
  };

  return {
    type: 'custom',
    reserveSlot(context, signal) {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const queue = queueOf(context);
        const one = {
          queue,
          call: () => {
            signal.removeEventListener('abort', giveUp);
            resolve(takeSlot(queue));
          },
        };
        const giveUp = (): void => {
          waiting.splice(waiting.indexOf(one), 1);
          if (waiting.length === 0) {
            clearTimeout(timer);
            timer = undefined;
          }
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', giveUp, { once: true });
        waiting.push(one);
        callNext();
      });
    },
    tryReserveSlot(context) {
      const queue = queueOf(context);
      return waiting.length === 0 && hasPlace(queue) && isTime() ? takeSlot(queue) : null;
    },
    markSlotUsed() {
      nextAt = Math.max(nextAt, performance.now()) + everyMs;
    },
    releaseSlot({ permit }) {
      held[(permit as Permit).queue] -= 1;
      callNext();
    },
  };
}

function queueOf({ isSticky }: SlotReserveContext): Queue {
  return isSticky ? 'sticky' : 'other';
}
