import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { SlotMarkUsedContext, SlotPermit, SlotReserveContext, WorkflowSlotInfo } from '@temporalio/worker';
import { createPacedSlots } from '../../../src/base/temporal/paced-slots.ts';

const ASKED: SlotReserveContext = {
  slotType: 'workflow',
  taskQueue: 'subscriptions',
  workerIdentity: 'test',
  workerBuildId: '',
  isSticky: false,
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function start({ places = 2, perSecond = 10 } = {}) {
  const slots = createPacedSlots({ places, perSecond });
  const given: SlotPermit[] = [];
  const ask = (signal = new AbortController().signal) =>
    slots.reserveSlot(ASKED, signal).then((permit) => void given.push(permit));
  const contextOf = (permit: SlotPermit): SlotMarkUsedContext<WorkflowSlotInfo> => ({
    slotInfo: { type: 'workflow', workflowType: 'subscription', isSticky: false },
    permit,
  });
  /** A poller that finds a task each time. */
  const poll = async (): Promise<void> => {
    for (;;) {
      const permit = await slots.reserveSlot(ASKED, new AbortController().signal);
      given.push(permit);
      slots.markSlotUsed(contextOf(permit));
      slots.releaseSlot(contextOf(permit));
    }
  };
  return { slots, given, ask, contextOf, poll };
}

test('tasks without end are taken at the pace, as many at once as there are places', async () => {
  const { given, poll } = start();
  void poll();
  void poll();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(given).toHaveLength(12);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(given).toHaveLength(32);
});

test('a slot that found no task costs nothing, and the places bound the slots that are held', async () => {
  const { slots, given, ask, contextOf } = start();
  for (let poll = 0; poll < 3; poll += 1) void ask();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(given).toHaveLength(2);
  slots.releaseSlot(contextOf(given[0]!));
  await jest.advanceTimersByTimeAsync(0);
  expect(given).toHaveLength(3);
  expect(slots.tryReserveSlot(ASKED)).toBeNull();
  for (const permit of given.slice(1)) slots.releaseSlot(contextOf(permit));
  expect(slots.tryReserveSlot(ASKED)).not.toBeNull();
});

test('whoever no longer wants a slot leaves the line, and no timer is left', async () => {
  const { slots, given, ask, contextOf } = start({ perSecond: 0.001 });
  await ask();
  slots.markSlotUsed(contextOf(given[0]!));
  const controller = new AbortController();
  const waiting = ask(controller.signal);
  controller.abort();
  await expect(waiting).rejects.toBe(controller.signal.reason);
  expect(jest.getTimerCount()).toBe(0);
});
