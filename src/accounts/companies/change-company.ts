import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../base/db/transaction.ts';
import { Company } from './company.entity.ts';
import { lockCompany } from './lock-company.ts';

type CompanyField = Extract<keyof Company, string>;

/** The changed fields with their values, for the audit log. */
export type Changes = Record<string, { before: unknown; after: unknown }>;

/**
 * Changes a company, one change at a time.
 *
 * @param fields those that the change may touch
 * @returns of these fields, those that differ now
 * @throws ApiError 404
 */
export async function changeCompany(
  em: EntityManager,
  { companyId, fields }: { companyId: number; fields: readonly CompanyField[] },
  change: (company: Company, tx: EntityManager) => void | Promise<void>,
): Promise<{ company: Company; changes: Changes }> {
  return inTransaction(em, async (tx) => {
    await lockCompany(tx, companyId);
    const company = await tx.findOneOrFail(Company, companyId, { refresh: true });
    const before = Object.fromEntries(fields.map((field) => [field, company[field]]));
    await change(company, tx);
    const changed = fields.filter((field) => !isDeepStrictEqual(before[field], company[field]));
    const changes = changed.map((field) => [field, { before: before[field], after: company[field] }] as const);
    return { company, changes: Object.fromEntries(changes) };
  });
}
