import { extname } from 'node:path';
import { Worker } from '@temporalio/worker';
import { ThreadedVMWorkflowCreator, WorkerThreadClient } from '@temporalio/worker/lib/workflow/threaded-vm.js';
import { startWatchedThread } from './watch-thread.ts';
import type { CompletionOfThread } from './workflow-thread.ts';

const THREAD = new URL(`./workflow-thread${extname(import.meta.url)}`, import.meta.url);

/** The SDK's worker, whose threads of workflows run `workflow-thread.ts` in place of the SDK's own module. */
export class WorkflowWorker extends Worker {
  protected static override async createWorkflowCreator(
    ...[workflowBundle, options, logger]: Parameters<(typeof Worker)['createWorkflowCreator']>
  ): ReturnType<(typeof Worker)['createWorkflowCreator']> {
    const threads = Array.from(
      { length: options.workflowThreadPoolSize },
      () =>
        new WorkerThreadClient(
          startWatchedThread(THREAD, options.isolateExecutionTimeoutMs),
          logger,
          options.patchActivationCallback,
        ),
    );
    await Promise.all(
      threads.map((thread) =>
        thread.send({
          type: 'init',
          workflowBundle,
          // No limit for a single call: the watch limits an activation.
          isolateExecutionTimeoutMs: undefined as never,
          reuseV8Context: options.reuseV8Context,
          registeredActivityNames: new Set(options.activities.keys()),
          hasPatchActivationCallback: options.patchActivationCallback !== undefined,
        }),
      ),
    );
    return new CreatorOfThreads(threads);
  }
}

/** Asks a thread for the calls of a workflow only where it says that there are some: each question is a wait. */
class CreatorOfThreads extends ThreadedVMWorkflowCreator {
  override async createWorkflow(...given: Parameters<ThreadedVMWorkflowCreator['createWorkflow']>) {
    const workflow = await super.createWorkflow(...given);
    let hasSinkCalls = false;
    return {
      async activate(activation: Parameters<typeof workflow.activate>[0]) {
        hasSinkCalls = true;
        const { hasSinkCalls: hasSome, ...completion } = (await workflow.activate(activation)) as CompletionOfThread;
        hasSinkCalls = hasSome;
        return completion;
      },
      getAndResetSinkCalls: async () => (hasSinkCalls ? workflow.getAndResetSinkCalls() : []),
      dispose: () => workflow.dispose(),
    };
  }
}
