import { status } from '@grpc/grpc-js';
import {
  Client,
  isGrpcServiceError,
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  ServiceError,
  type Connection,
  type ScheduleOptions,
} from '@temporalio/client';
import type { Logger } from 'pino';
import { TASK_QUEUES } from './task-queues.ts';

export const RECONCILIATION_SCHEDULE = 'gateway-reconciliation';

/** How often the books of stores are held against those of their gateways. */
const RECONCILIATION_EVERY = '6 hours';

const RECONCILIATION = {
  scheduleId: RECONCILIATION_SCHEDULE,
  spec: { intervals: [{ every: RECONCILIATION_EVERY }], jitter: '10 minutes' },
  policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 day' },
  action: {
    type: 'startWorkflow',
    workflowType: 'gatewayReconciliation',
    workflowId: RECONCILIATION_SCHEDULE,
    taskQueue: TASK_QUEUES.invoices,
    args: [{}],
  },
} as const satisfies ScheduleOptions;

/** Makes the schedules that the namespace lacks. One that is there stays as it is: an operator may have changed it. */
export async function ensureSchedules(connection: Connection, namespace: string, log: Logger): Promise<void> {
  const { schedule } = new Client({ connection, namespace });
  try {
    await schedule.create(RECONCILIATION);
  } catch (error) {
    // Temporal's server for tests has none.
    const cause = error instanceof ServiceError ? error.cause : error;
    if (isGrpcServiceError(cause) && cause.code === status.UNIMPLEMENTED) return;
    if (error instanceof ScheduleAlreadyRunning) return;
    // Payments do not wait for a comparison of books.
    log.error({ err: error }, 'a schedule could not be made');
  }
}
