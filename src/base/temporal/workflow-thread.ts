/**
 * The first module of a thread of workflows (`workflow-worker.ts`). It loads the SDK's own module after three changes.
 * They halve the time that a workflow costs a worker (docs/decisions/0049-threads-of-workflows.md and 0056):
 *
 * - The SDK limits the time of each call into the sandbox, and starts a thread to watch the call. A paid invoice has
 *   nineteen such calls. Here the worker watches its threads (`watch-thread.ts`), and no call has a limit of its own.
 * - The SDK captures a stack for each promise of a workflow, which it shows as the _Call Stack_ of a run that waits.
 * - The outcome of an activation says whether the workflow has called out, so that the worker need not ask.
 */
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { BaseVMWorkflow, globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';
import type { WorkerThreadRequest } from '@temporalio/worker/lib/workflow/workflow-worker-thread/input.js';
import type { WorkerThreadResponse } from '@temporalio/worker/lib/workflow/workflow-worker-thread/output.js';
import type { WatchOfThread } from './watch-thread.ts';

/** The outcome of an activation. */
export type CompletionOfThread = Awaited<ReturnType<BaseVMWorkflow['activate']>> & {
  /** Whether the workflow has called out, as it does to write to the log. */
  hasSinkCalls: boolean;
};

type Activation = Parameters<BaseVMWorkflow['activate']>[0];

const { limitMs, busySince, ended } = workerData as WatchOfThread;
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with the workflow that it is for
const { activate } = BaseVMWorkflow.prototype;

BaseVMWorkflow.prototype.activate = async function (
  this: BaseVMWorkflow,
  activation: Activation,
): Promise<CompletionOfThread> {
  worksOn = received;
  Atomics.store(busySince, 0, process.hrtime.bigint());
  // The workflow has done its part when the promise is there.
  const outcome = activate.call(this, activation);
  Atomics.store(busySince, 0, 0n);
  worksOn = undefined;
  return { ...(await outcome), hasSinkCalls: this['activator'].sinkCalls.length > 0 };
};
// The SDK answers a query for the stacks with an error where the hook is not installed, and with none where it is.
Object.assign(globalHandlers, { setPromiseHook: () => undefined, promiseHookInstalled: true });

/** The request that came last: the SDK begins with it at once. */
let received: bigint | undefined;
/** The request whose activation the thread works on, or was ended in. */
let worksOn: bigint | undefined;

/** Where the watch has ended an activation, no code of it goes on. So nobody else answers the worker. */
function answerEnded(): void {
  if (worksOn === undefined) return;
  const message = `The workflow kept its thread for longer than ${limitMs} ms`;
  const response: WorkerThreadResponse = {
    requestId: worksOn,
    result: { type: 'error', name: 'Error', message, stack: message },
  };
  worksOn = undefined;
  Atomics.store(busySince, 0, 0n);
  parentPort!.postMessage(response);
}

ended.on('message', answerEnded);
// Before the SDK's listener. Its module is loaded at once, or a message between would be lost.
parentPort!.on('message', ({ requestId }: WorkerThreadRequest) => {
  answerEnded();
  received = requestId;
});
createRequire(import.meta.url)('@temporalio/worker/lib/workflow/workflow-worker-thread.js');
