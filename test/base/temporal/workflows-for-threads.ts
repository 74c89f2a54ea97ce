import { ApplicationFailure, condition, sleep } from '@temporalio/workflow';

export function loopsForEver(): Promise<never> {
  for (;;);
}

/** Never gives its thread back either: microtasks go before all else. */
export async function awaitsForEver(): Promise<never> {
  for (;;) await Promise.resolve();
}

export async function goesOn(): Promise<string> {
  await sleep(10);
  return 'done';
}

export async function waits(): Promise<void> {
  await condition(() => false);
}

export async function fails(): Promise<never> {
  await sleep(1);
  throw ApplicationFailure.nonRetryable('on purpose');
}

let begun = 0;

/** As no workflow of ours may: its module keeps something that changes. */
export function counts(): Promise<number> {
  begun += 1;
  return Promise.resolve(begun);
}
