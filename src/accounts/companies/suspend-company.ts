import type { EntityManager } from '@mikro-orm/postgresql';
import { changeCompany } from './change-company.ts';
import type { Company } from './company.entity.ts';
import { tellSubscriptions } from './tell-subscriptions.ts';

/**
 * Takes the platform away from a store: its API answers 403, its people change nothing in the panel, and its payers
 * begin no new payment. Its subscriptions charge nobody until it has the platform back. Work that is under way goes on.
 * A second suspension changes neither the reason nor the moment.
 *
 * @param reason for operators and the store's own log; payers are not told
 * @param now real time
 * @returns whether it was not suspended before
 * @throws ApiError 404 `company_not_found`
 */
export async function suspendCompany(
  em: EntityManager,
  { companyId, reason, now }: { companyId: number; reason: string; now: Date },
): Promise<{ company: Company; changed: boolean }> {
  const { company, changes } = await changeCompany(em, { companyId, fields: ['suspendedAt'] }, (store) => {
    if (store.suspendedAt) return;
    store.suspendedAt = now;
    store.suspensionReason = reason;
  });
  return { company, changed: 'suspendedAt' in changes };
}

/**
 * Gives a store the platform back, from its next request on; its subscriptions then catch up. For a store that is not
 * suspended nothing changes.
 *
 * @returns whether it was suspended before
 * @throws ApiError 404 `company_not_found`
 */
export async function resumeCompany(
  em: EntityManager,
  { companyId }: { companyId: number },
): Promise<{ company: Company; changed: boolean }> {
  const { company, changes } = await changeCompany(em, { companyId, fields: ['suspendedAt'] }, async (store, tx) => {
    if (store.suspendedAt) await tellSubscriptions(tx, companyId);
    store.suspendedAt = null;
    store.suspensionReason = null;
  });
  return { company, changed: 'suspendedAt' in changes };
}
