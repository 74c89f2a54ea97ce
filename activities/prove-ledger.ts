import { heartbeat, log } from '@temporalio/activity';
import type { EntityManager } from '@mikro-orm/postgresql';
import { proveAccounts, proveLedger, type LedgerDifference } from '../src/payments/ledger/prove-ledger.ts';

export type ProveLedgerActivities = ReturnType<typeof createProveLedger>;

export interface ProvePageInput {
  /** The last row of the page before; 0 for the first page. */
  after: number;
}

export interface ProvedPage {
  /** The last row that was looked at; null at the end. */
  after: number | null;
  lookedAt: number;
  posted: number;
  differences: number;
}

export interface ProveLedgerDeps {
  em: EntityManager;
  /** Is told how many disagreements a page has, to be counted. */
  onDifferences: (count: number) => void;
}

/** Holds the ledger to the record, a page at a time. Posted transactions stay posted. */
export function createProveLedger({ em, onDifferences }: ProveLedgerDeps) {
  const tell = (differences: LedgerDifference[]): void => {
    onDifferences(differences.length);
    for (const difference of differences) log.error('the ledger and the record differ', { ...difference });
  };
  return {
    async proveInvoices({ after: from }: ProvePageInput): Promise<ProvedPage> {
      const { after, invoices: lookedAt, posted, differences } = await proveLedger(em, { after: from });
      tell(differences);
      return { after, lookedAt, posted, differences: differences.length };
    },

    async proveAccounts({ after: from }: ProvePageInput): Promise<ProvedPage> {
      const { after, companies: lookedAt, differences } = await proveAccounts(em, { after: from, onStore: heartbeat });
      tell(differences);
      return { after, lookedAt, posted: 0, differences: differences.length };
    },
  };
}
