import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { SlotMarkUsedContext, SlotPermit, SlotReserveContext, WorkflowSlotInfo } from '@temporalio/worker';
import { createPacedSlots } from '../../../src/base/temporal/paced-slots.ts';

const askedBy = (isSticky: boolean): SlotReserveContext => ({
  slotType: 'workflow',
  taskQueue: 'subscriptions',
  workerIdentity: 'test',
  workerBuildId: '',
  isSticky,
});

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function start({ places = 2, perSecond = 10 } = {}) {
  const slots = createPacedSlots({ places, perSecond });
  const given: { isSticky: boolean; permit: SlotPermit }[] = [];
  const contextOf = (permit: SlotPermit): SlotMarkUsedContext<WorkflowSlotInfo> => ({
    slotInfo: { type: 'workflow', workflowType: 'subscription', isSticky: false },
    permit,
  });
  const ask = (isSticky: boolean, signal = new AbortController().signal) =>
    slots.reserveSlot(askedBy(isSticky), signal).then((permit) => void given.push({ isSticky, permit }));
  /** A poller that finds a task each time. */
  const poll = async (isSticky: boolean): Promise<void> => {
    for (;;) {
      const permit = await slots.reserveSlot(askedBy(isSticky), new AbortController().signal);
      given.push({ isSticky, permit });
      slots.markSlotUsed(contextOf(permit));
      slots.releaseSlot(contextOf(permit));
    }
  };
  return { slots, given, ask, contextOf, poll };
}

test('tasks without end are taken at the pace, as many at once as there are places', async () => {
  const { given, poll } = start();
  void poll(true);
  void poll(false);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(given).toHaveLength(12);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(given).toHaveLength(32);
});

test('pollers of one queue that wait for tasks leave a slot to the other queue', async () => {
  const { slots, given, ask, contextOf } = start();
  for (const isSticky of [false, false, false, true, true]) void ask(isSticky);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(given.map(({ isSticky }) => isSticky)).toEqual([false, true]);
  expect(slots.tryReserveSlot(askedBy(true))).toBeNull();
  slots.releaseSlot(contextOf(given[1]!.permit));
  await jest.advanceTimersByTimeAsync(0);
  expect(given.map(({ isSticky }) => isSticky)).toEqual([false, true, true]);
  slots.releaseSlot(contextOf(given[0]!.permit));
  await jest.advanceTimersByTimeAsync(0);
  expect(given.map(({ isSticky }) => isSticky)).toEqual([false, true, true, false]);
});

test('a task that is taken without a poll needs a free slot', () => {
  const { slots } = start();
  expect(slots.tryReserveSlot(askedBy(false))).not.toBeNull();
  expect(slots.tryReserveSlot(askedBy(false))).toBeNull();
  expect(slots.tryReserveSlot(askedBy(true))).not.toBeNull();
});

test('whoever no longer wants a slot leaves the line, and no timer is left', async () => {
  const { slots, given, ask, contextOf } = start({ perSecond: 0.001 });
  await ask(true);
  slots.markSlotUsed(contextOf(given[0]!.permit));
  const controller = new AbortController();
  const waiting = ask(false, controller.signal);
  controller.abort();
  await expect(waiting).rejects.toBe(controller.signal.reason);
  expect(jest.getTimerCount()).toBe(0);
});
