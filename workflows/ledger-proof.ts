import { continueAsNew, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { LedgerActivities } from '../activities/index.ts';
import { TASK_QUEUES } from '../src/base/temporal/task-queues.ts';

/** A run looks at this many pages, which keeps its history small. */
const PAGES_PER_RUN = 100;

export interface LedgerProofInput {
  /** Where an earlier run left off. */
  next?: { part: LedgerPart; after: number };
  soFar?: LedgerProofResult;
}

/** Each invoice against its entries; then the totals of each store's accounts. */
type LedgerPart = 'invoices' | 'accounts';

/** Counts alone: each difference is in the log of the worker. */
export interface LedgerProofResult {
  invoices: number;
  /** Invoices whose missing transactions were posted. */
  posted: number;
  companies: number;
  differences: number;
}

const { proveInvoices, proveAccounts } = proxyActivities<LedgerActivities>({
  taskQueue: TASK_QUEUES.payments,
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '5 minutes',
  retry: { initialInterval: '5 seconds', maximumInterval: '1 minute' },
});

/** Proves that the ledger says what the record says, to the cent, and posts what it lacks. A schedule starts it. */
export async function ledgerProof({
  next = { part: 'invoices', after: 0 },
  soFar = { invoices: 0, posted: 0, companies: 0, differences: 0 },
}: LedgerProofInput = {}): Promise<LedgerProofResult> {
  const total = { ...soFar };
  let { part, after } = next;
  for (let page = 0; ; page += 1) {
    if (page === PAGES_PER_RUN) await continueAsNew<typeof ledgerProof>({ next: { part, after }, soFar: total });
    setCurrentDetails(`Looks at ${part} after ${after}. ${describe(total)}`);
    const proved = await (part === 'invoices' ? proveInvoices({ after }) : proveAccounts({ after }));
    total[part === 'invoices' ? 'invoices' : 'companies'] += proved.lookedAt;
    total.posted += proved.posted;
    total.differences += proved.differences;
    if (proved.after !== null) after = proved.after;
    else if (part === 'invoices') [part, after] = ['accounts', 0];
    else break;
  }
  setCurrentDetails(describe(total));
  return total;
}

function describe({ invoices, posted, companies, differences }: LedgerProofResult): string {
  return `**${differences}** differences in ${invoices} invoices of ${companies} stores; ${posted} invoices were posted.`;
}
