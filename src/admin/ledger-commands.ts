import { listCompanyIds } from '../accounts/companies/list-company-ids.ts';
import { proveLedger, proveTotals, type LedgerDifference } from '../payments/ledger/prove-ledger.ts';
import type { AdminDeps } from './command.ts';

const COMPANIES = 200;

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
  for (let after = 0; ;) {
    const ids = await listCompanyIds(em, { after, limit: COMPANIES });
    for (const companyId of ids) differences.push(...(await proveTotals(em, companyId)));
    counts.companies += ids.length;
    if (ids.length < COMPANIES) break;
    after = ids.at(-1)!;
  }
  if (differences.length > 0) {
    throw new Error(`The ledger and the record differ: ${JSON.stringify(differences.slice(0, 20))}`);
  }
  return counts;
}
