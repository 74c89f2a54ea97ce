import {
  ActivityFailure,
  continueAsNew,
  isCancellation,
  patched,
  proxyActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import type { ReconciliationActivities } from '../activities/index.ts';
import { TASK_QUEUES } from '../src/base/temporal/task-queues.ts';

/** The comparison covers the charges of the last days: a store that was away for a weekend is caught up with. */
const DAYS = 7;
/** A callback that is on its way is not missed yet. */
const IN_FLIGHT_MS = 5 * 60_000;
/** Accounts that are compared at once: a gateway that is slow for one store does not hold up all others. */
const AT_ONCE = 4;
/** A run compares this many accounts, which keeps its history small. */
const ACCOUNTS_PER_RUN = 100;

export interface ReconciliationInput {
  /** Where an earlier run left off. */
  after?: number;
  soFar?: ReconciliationResult;
}

/** Counts alone: what was found is in the record, for the store to read. */
export interface ReconciliationResult {
  accounts: number;
  /** Gateways that could not be asked. */
  failed: number;
  chargesSeen: number;
  repaired: number;
  findings: number;
}

const NONE: ReconciliationResult = { accounts: 0, failed: 0, chargesSeen: 0, repaired: 0, findings: 0 };

const { listGatewayAccounts } = proxyActivities<ReconciliationActivities>({
  taskQueue: TASK_QUEUES.payments,
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});
// A gateway that refuses a store is looked at again by the next run: the others do not wait for it.
const { reconcileAccount } = proxyActivities<ReconciliationActivities>({
  taskQueue: TASK_QUEUES.payments,
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '5 seconds', maximumInterval: '1 minute', maximumAttempts: 4 },
});

/** Holds the books of every store against its gateway's, a few stores side by side. A schedule starts it. */
export async function gatewayReconciliation({
  after = 0,
  soFar = NONE,
}: ReconciliationInput = {}): Promise<ReconciliationResult> {
  const total = { ...soFar };
  const until = new Date(Date.now() - IN_FLIGHT_MS);
  const span = { since: new Date(until.getTime() - DAYS * 86_400_000).toISOString(), until: until.toISOString() };
  const accountIds = await listGatewayAccounts({ after, limit: ACCOUNTS_PER_RUN });
  // A run that began before this was there takes one after the other.
  const atOnce = patched('accounts side by side') ? AT_ONCE : 1;
  const waiting = [...accountIds];
  const compared = new Set<number>();
  const compareSome = async (): Promise<void> => {
    for (let accountId = waiting.shift(); accountId !== undefined; accountId = waiting.shift()) {
      compared.add(accountId);
      setCurrentDetails(`Compares account ${[...compared].join(', ')}. ${describe(total)}`);
      try {
        const found = await reconcileAccount({ accountId, ...span });
        total.accounts += 1;
        total.chargesSeen += found?.chargesSeen ?? 0;
        total.repaired += found?.repaired ?? 0;
        total.findings += found?.findings ?? 0;
      } catch (error) {
        if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
        total.failed += 1;
      }
      compared.delete(accountId);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, compareSome));
  const last = accountIds.at(-1);
  if (accountIds.length === ACCOUNTS_PER_RUN && last !== undefined) {
    await continueAsNew<typeof gatewayReconciliation>({ after: last, soFar: total });
  }
  setCurrentDetails(describe(total));
  return total;
}

function describe({ accounts, failed, chargesSeen, repaired, findings }: ReconciliationResult): string {
  return `**${accounts}** accounts compared, ${failed} could not be; ${chargesSeen} charges, ${repaired} repaired, ${findings} findings.`;
}
