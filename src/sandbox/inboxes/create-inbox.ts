import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { lockCompany } from '../../accounts/companies/lock-company.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { conflict } from '../../base/errors/errors.ts';
import type { Clock } from '../../base/time/clock.ts';
import { SandboxInbox } from './sandbox-inbox.entity.ts';
import { sandboxOnly } from '../../gateways/sandbox/sandbox-only.ts';

export const MAX_INBOXES = 10;

/** @throws ApiError 403 in production; 409 `too_many_inboxes` */
export async function createInbox(
  { em, clock }: { em: EntityManager; clock: Clock },
  store: Store,
): Promise<SandboxInbox> {
  sandboxOnly(store, 'Inboxes');
  const { companyId } = store;
  const createdAt = await clock.now(store);
  return inTransaction(em, async (tx) => {
    // Inboxes that are created at the same time are counted one after the other.
    await lockCompany(tx, companyId);
    if ((await tx.count(SandboxInbox, { companyId })) >= MAX_INBOXES) {
      throw conflict('too_many_inboxes', `A store has at most ${MAX_INBOXES} inboxes: delete one.`);
    }
    const inbox = tx.create(SandboxInbox, { companyId, name: randomBytes(18).toString('base64url'), createdAt });
    await tx.flush();
    return inbox;
  });
}
