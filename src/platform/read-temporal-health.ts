import { status } from '@grpc/grpc-js';
import { isGrpcServiceError, type Client } from '@temporalio/client';
import proto from '@temporalio/proto';
import { TASK_QUEUES } from '../base/temporal/task-queues.ts';
import type { Health, QueueHealth } from './health.ts';

const { TaskQueueType } = proto.temporal.api.enums.v1;
const KINDS = {
  workflow: TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
  activity: TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
};

/** The queues that the worker asks for work, as `worker.ts` starts it. */
const QUEUES: readonly Pick<QueueHealth, 'queue' | 'kind'>[] = [
  { queue: TASK_QUEUES.invoices, kind: 'workflow' },
  { queue: TASK_QUEUES.invoices, kind: 'activity' },
  { queue: TASK_QUEUES.payments, kind: 'activity' },
  { queue: TASK_QUEUES.webhooks, kind: 'activity' },
  { queue: TASK_QUEUES.subscriptions, kind: 'workflow' },
  { queue: TASK_QUEUES.subscriptions, kind: 'activity' },
  { queue: TASK_QUEUES.clocks, kind: 'activity' },
];

export async function readServer(client: Client, timeoutMs: number): Promise<NonNullable<Health['temporal']>> {
  const begun = performance.now();
  const { serverVersion } = await client.withDeadline(Date.now() + timeoutMs, () =>
    client.workflowService.getSystemInfo({}),
  );
  return { latencyMs: performance.now() - begun, serverVersion };
}

/** Reads which pollers ask for work. `untold` from a server that cannot say, such as the one for tests. */
export async function readQueues(client: Client, timeoutMs: number): Promise<QueueHealth[] | 'untold'> {
  const { namespace } = client.options;
  const described = client.withDeadline(Date.now() + timeoutMs, () =>
    Promise.all(
      QUEUES.map(async ({ queue, kind }): Promise<QueueHealth> => {
        const taskQueue = { name: queue };
        const request = { namespace, taskQueue, taskQueueType: KINDS[kind] };
        const { pollers } = await client.workflowService.describeTaskQueue(request);
        const seen = pollers.map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1_000);
        const newest = Math.max(0, ...seen);
        return { queue, kind, pollers: pollers.length, lastSeenAt: newest > 0 ? new Date(newest) : null };
      }),
    ),
  );
  return described.catch((error: unknown) => {
    if (isGrpcServiceError(error) && error.code === status.UNIMPLEMENTED) return 'untold';
    throw error;
  });
}
