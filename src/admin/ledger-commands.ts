import { proveAccounts, proveLedger, type LedgerDifference } from '../payments/ledger/prove-ledger.ts';
import type { AdminDeps } from './command.ts';

/**
 * Holds the ledger to the record, to the cent, and posts what it lacks.
 *
 * @throws Error naming the first differences
 */
export async function runVerifyLedger({ em }: AdminDeps): Promise<unknown> {
  const counts = { invoices: 0, posted: 0, companies: 0 };
  const differences: LedgerDifference[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page = await proveLedger(em, { after });
    counts.invoices += page.invoices;
    counts.posted += page.posted;
    differences.push(...page.differences);
    after = page.after;
  }
  for (let after: number | null = 0; after !== null;) {
    const page = await proveAccounts(em, { after });
    counts.companies += page.companies;
    differences.push(...page.differences);
    after = page.after;
  }
  if (differences.length > 0) {
    throw new Error(`The ledger and the record differ: ${JSON.stringify(differences.slice(0, 20))}`);
  }
  return counts;
}
