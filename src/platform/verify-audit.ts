import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditEntry } from '../accounts/audit/audit-entry.entity.ts';
import { hashOfLine, PLATFORM_CHAIN } from './audit-chain.ts';

const LINES_AT_ONCE = 500;

/** The state of the chain of a store, or of the platform (`company_id` null). */
export interface ChainReport {
  company_id: number | null;
  /** Lines that were found as they were written. */
  lines: number;
  /** The first that is not, in words; null for a chain that is whole. */
  broken: string | null;
}

/** Reads every line of the audit log once more, and holds it against its chain. @param companyId only of this store */
export async function verifyAudit(em: EntityManager, companyId?: number): Promise<ChainReport[]> {
  const heads = await em
    .fork()
    .execute<{ company_id: string; number: string; hash: string }[]>(
      'select company_id, number, hash from audit_chains where ?::bigint is null or company_id = ? order by company_id',
      [companyId ?? null, companyId ?? null],
    );
  const reports: ChainReport[] = [];
  for (const head of heads) {
    reports.push(await verifyChain(em, { whose: Number(head.company_id), last: Number(head.number), hash: head.hash }));
  }
  return reports;
}

async function verifyChain(
  em: EntityManager,
  { whose, last, hash }: { whose: number; last: number; hash: string },
): Promise<ChainReport> {
  const companyId = whose === PLATFORM_CHAIN ? null : whose;
  let before = '';
  let number = 0;
  const report = (broken: string | null): ChainReport => ({ company_id: companyId, lines: number, broken });
  for (;;) {
    const entries = await em
      .fork()
      .find(
        AuditEntry,
        { companyId, chainNumber: { $gt: number, $lte: last } },
        { orderBy: { chainNumber: 'asc' }, limit: LINES_AT_ONCE },
      );
    for (const entry of entries) {
      if (entry.chainNumber !== number + 1) return report(`Line ${number + 1} is missing.`);
      before = hashOfLine(before, number + 1, entry);
      if (before !== entry.chainHash) return report(`Line ${number + 1} (id ${entry.id}) is not as it was written.`);
      number += 1;
    }
    if (entries.length < LINES_AT_ONCE) break;
  }
  if (number !== last) return report(`Line ${number + 1} is missing.`);
  return report(before === hash ? null : 'The last line is not the one that was written last.');
}
