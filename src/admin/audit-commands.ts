import { verifyAudit } from '../platform/verify-audit.ts';
import type { AdminDeps } from './command.ts';
import { readId, type Options } from './read-options.ts';

/**
 * Holds the audit log against its chains.
 *
 * @throws Error naming the first line of each chain that is not as it was written
 */
export async function runVerifyAudit({ em }: AdminDeps, options: Options): Promise<unknown> {
  const reports = await verifyAudit(em, options.company === undefined ? undefined : readId(options, 'company'));
  const broken = reports.filter((report) => report.broken !== null);
  if (broken.length > 0) throw new Error(`The audit log was altered: ${JSON.stringify(broken)}`);
  return reports;
}
