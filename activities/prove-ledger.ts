import { heartbeat, log } from '@temporalio/activity';
import type { EntityManager } from '@mikro-orm/postgresql';
import { listCompanyIds } from '../src/accounts/companies/list-company-ids.ts';
import { proveLedger, proveTotals, type LedgerDifference } from '../src/payments/ledger/prove-ledger.ts';

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

/** Stores of a page. */
const COMPANIES = 200;

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
      const ids = await listCompanyIds(em, { after: from, limit: COMPANIES });
      let count = 0;
      for (const companyId of ids) {
        heartbeat();
        const differences = await proveTotals(em, companyId);
        tell(differences);
        count += differences.length;
      }
      const after = ids.length < COMPANIES ? null : ids.at(-1)!;
      return { after, lookedAt: ids.length, posted: 0, differences: count };
    },
  };
}
