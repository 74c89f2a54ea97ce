/**
 * The first module of a thread of workflows (`workflow-worker.ts`). It loads the SDK's own module after three changes.
 * They halve the time that a workflow costs a worker (docs/decisions/0049-threads-of-workflows.md):
 *
 * - The SDK limits the time of each call into the sandbox, and starts a thread to watch the call. A paid invoice has
 *   nineteen such calls. Here the limit holds for an activation as a whole: four of them.
 * - The SDK captures a stack for each promise of a workflow, which it shows as the _Call Stack_ of a run that waits.
 * - The outcome of an activation says whether the workflow has called out, so that the worker need not ask.
 */
import { Script } from 'node:vm';
import { workerData } from 'node:worker_threads';
import { BaseVMWorkflow, globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';

/** The data with which a thread is started. */
export interface WorkflowThreadData {
  /** An activation that takes longer fails its workflow's task. */
  limitMs: number;
}

/** The outcome of an activation. */
export type CompletionOfThread = Awaited<ReturnType<BaseVMWorkflow['activate']>> & {
  /** Whether the workflow has called out, as it does to write to the log. */
  hasSinkCalls: boolean;
};

type Activation = Parameters<BaseVMWorkflow['activate']>[0];

const { limitMs } = workerData as WorkflowThreadData;
/** Only a script has a limit of time. */
const script = new Script('__FATURA_ACTIVATION__()');
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with the workflow that it is for
const { activate } = BaseVMWorkflow.prototype;

/** @throws Error with the code `ERR_SCRIPT_EXECUTION_TIMEOUT`, as the SDK's own limit does */
BaseVMWorkflow.prototype.activate = async function (
  this: BaseVMWorkflow,
  activation: Activation,
): Promise<CompletionOfThread> {
  Object.assign(globalThis, { __FATURA_ACTIVATION__: () => activate.call(this, activation) });
  const completion = await (script.runInThisContext({ timeout: limitMs }) as ReturnType<typeof activate>);
  return { ...completion, hasSinkCalls: this['activator'].sinkCalls.length > 0 };
};
// The SDK answers a query for the stacks with an error where the hook is not installed, and with none where it is.
Object.assign(globalHandlers, { setPromiseHook: () => undefined, promiseHookInstalled: true });

await import('@temporalio/worker/lib/workflow/workflow-worker-thread.js');
