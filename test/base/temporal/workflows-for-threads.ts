import { ApplicationFailure, condition, sleep, workflowInfo } from '@temporalio/workflow';

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

const tried = new Set<string>();

/** Keeps its thread for a while, and once only: the second try is short. Its module keeps something, as above. */
export async function takesLong(rounds: number): Promise<void> {
  await sleep(1);
  const { workflowId } = workflowInfo();
  if (tried.has(workflowId)) return;
  tried.add(workflowId);
  let value = 0;
  for (let round = 0; round < rounds; round += 1) value = (value * 31 + round) % 1_000_003;
}
