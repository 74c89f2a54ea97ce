import type { EntityManager } from '@mikro-orm/postgresql';
import { lockCompany } from '../companies/lock-company.ts';
import { inTransaction, reader } from '../../base/db/transaction.ts';
import { notFound } from '../../base/errors/errors.ts';
import { AccessLink } from './access-link.entity.ts';
import { requireManager } from './members.ts';
import { endLinks } from './access-links.ts';

/** An invitation of a store that may still be accepted. @throws ApiError 404 */
export async function findInvitation(
  em: EntityManager,
  { companyId, id, now }: { companyId: number; id: number; now: Date },
): Promise<AccessLink> {
  const open = { id, companyId, kind: 'invitation' as const, usedAt: null, expiresAt: { $gt: now } };
  const link = await reader(em).findOne(AccessLink, open);
  if (!link) throw notFound('invitation', id);
  return link;
}

/**
 * Takes an invitation back: its link works no more. @throws ApiError 404 for one that was accepted or taken back
 * meanwhile, too
 */
export async function takeBackInvitation(
  em: EntityManager,
  { companyId, id, by, now }: { companyId: number; id: number; by: number; now: Date },
): Promise<AccessLink> {
  return inTransaction(em, async (tx) => {
    await lockCompany(tx, companyId);
    await requireManager(tx, { companyId, personId: by });
    const link = await findInvitation(tx, { companyId, id, now });
    if ((await endLinks(tx, { id, companyId, kind: 'invitation' }, now)) === 0) throw notFound('invitation', id);
    return link;
  });
}
