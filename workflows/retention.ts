import {
  ActivityFailure,
  continueAsNew,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import type { RetentionActivities } from '../activities/index.ts';
import { RETENTION_KINDS, type RetentionKind } from '../src/retention/retention-kinds.ts';
import { TASK_QUEUES } from '../src/base/temporal/task-queues.ts';

/** A run calls this many activities, which keeps its history small. */
const STEPS_PER_RUN = 100;

export interface RetentionInput {
  /** The kinds that an earlier run had not come to the end of. */
  left?: RetentionKind[];
  soFar?: RetentionResult;
}

/** Counts alone. */
export interface RetentionResult {
  /** Rows, by kind; what had nothing old is left out. */
  forgotten: Partial<Record<RetentionKind, number>>;
  /** The kinds that could not be looked through; the next run tries again. */
  failed: RetentionKind[];
}

const { forgetOld } = proxyActivities<RetentionActivities>({
  taskQueue: TASK_QUEUES.payments,
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '5 seconds', maximumInterval: '1 minute', maximumAttempts: 5 },
});

/** Forgets what was kept for a time only, one kind after the other. A schedule starts it. */
export async function retention({
  left = [...RETENTION_KINDS],
  soFar = { forgotten: {}, failed: [] },
}: RetentionInput = {}): Promise<RetentionResult> {
  const total: RetentionResult = { forgotten: { ...soFar.forgotten }, failed: [...soFar.failed] };
  const waiting = [...left];
  for (let step = 0; waiting.length > 0; step += 1) {
    if (step === STEPS_PER_RUN) await continueAsNew<typeof retention>({ left: waiting, soFar: total });
    const kind = waiting[0]!;
    setCurrentDetails(`Looks through ${kind}. ${describe(total)}`);
    try {
      const { forgotten, hasMore } = await forgetOld({ kind });
      if (forgotten > 0) total.forgotten[kind] = (total.forgotten[kind] ?? 0) + forgotten;
      if (!hasMore) waiting.shift();
    } catch (error) {
      if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
      // The other kinds do not wait for it.
      total.failed.push(kind);
      waiting.shift();
    }
  }
  setCurrentDetails(describe(total));
  return total;
}

function describe({ forgotten, failed }: RetentionResult): string {
  const rows = Object.entries(forgotten).map(([kind, count]) => `${count} of ${kind}`);
  const trouble = failed.length > 0 ? `; could not look through ${failed.join(', ')}` : '';
  return `Forgotten: ${rows.join(', ') || 'nothing'}${trouble}.`;
}
