import { status } from '@grpc/grpc-js';
import {
  Client,
  isGrpcServiceError,
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  ServiceError,
  type Connection,
  type ScheduleClient,
  type ScheduleOptions,
} from '@temporalio/client';
import { TASK_QUEUES } from '../base/temporal/task-queues.ts';

export const RECONCILIATION_SCHEDULE = 'gateway-reconciliation';
export const RETENTION_SCHEDULE = 'retention';
export const LEDGER_SCHEDULE = 'ledger-proof';

/** The part of the schedules that the configuration sets. */
export interface ScheduleSettings {
  retentionEveryMinutes: number;
}

/** The interval at which the books of stores are held against those of their gateways. */
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

/** The first run posts what was booked before there was a ledger: nobody waits a day for it. */
const LEDGER = {
  scheduleId: LEDGER_SCHEDULE,
  spec: { intervals: [{ every: '1 day' }], jitter: '1 hour' },
  policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 day' },
  state: { triggerImmediately: true },
  action: {
    type: 'startWorkflow',
    workflowType: 'ledgerProof',
    workflowId: LEDGER_SCHEDULE,
    taskQueue: TASK_QUEUES.invoices,
    args: [{}],
    staticSummary: 'holds the ledger to the record',
  },
} as const satisfies ScheduleOptions;

/** Temporal makes up for a single missed run; more runs would find nothing left. */
const retention = (everyMs: number) =>
  ({
    scheduleId: RETENTION_SCHEDULE,
    spec: { intervals: [{ every: everyMs }], jitter: everyMs / 10 },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: everyMs },
    action: {
      type: 'startWorkflow',
      workflowType: 'retention',
      workflowId: RETENTION_SCHEDULE,
      taskQueue: TASK_QUEUES.invoices,
      args: [{}],
      staticSummary: 'forgets what was kept for a time only',
    },
  }) as const satisfies ScheduleOptions;

/**
 * Makes the schedules that the namespace lacks. A schedule that is there stays as it is, because an operator may have
 * changed or paused it. Only its interval is applied, where the interval is a setting and the schedule has another.
 */
export async function ensureSchedules(
  connection: Connection,
  namespace: string,
  { retentionEveryMinutes }: ScheduleSettings,
): Promise<void> {
  const { schedule } = new Client({ connection, namespace });
  try {
    await createOnce(schedule, RECONCILIATION);
    await createOnce(schedule, LEDGER);
    await ensureInterval(schedule, retentionEveryMinutes * 60_000);
  } catch (error) {
    // Temporal's server for tests has none.
    const cause = error instanceof ServiceError ? error.cause : error;
    if (isGrpcServiceError(cause) && cause.code === status.UNIMPLEMENTED) return;
    throw error;
  }
}

/** @returns false where it was there */
async function createOnce(schedules: ScheduleClient, options: ScheduleOptions): Promise<boolean> {
  try {
    await schedules.create(options);
    return true;
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false;
    throw error;
  }
}

async function ensureInterval(schedules: ScheduleClient, everyMs: number): Promise<void> {
  const wanted = retention(everyMs);
  if (await createOnce(schedules, wanted)) return;
  const handle = schedules.getHandle(RETENTION_SCHEDULE);
  const { spec } = await handle.describe();
  if (spec.intervals?.length === 1 && spec.intervals[0]!.every === everyMs) return;
  // Whether it is paused, and why, stays.
  const { spec: newSpec, policies } = wanted;
  await handle.update((seen) => ({ ...seen, spec: newSpec, policies }));
}
