import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { AuditEntry } from './audit-entry.entity.ts';
import { recordAudit, type Actor } from './record-audit.ts';

/** An operator who acts on a workflow in Temporal, which does not tell the workflow who it was: the case says so. */
const TEMPORAL_ACTOR: Actor = { personId: null, name: 'temporal', address: '', userAgent: '', byOperator: true };

/** The order names a line of the audit log that is not there, or is of another act. */
export class UnknownAuditLineError extends Error {
  override name = 'UnknownAuditLineError';
}

/**
 * Writes down, with the next flush of the transaction that makes the change, which operator acted by an Update of
 * Temporal; once, however often the Update's work is done. The panel has written its own line before, which is looked
 * up.
 *
 * @param updateId Temporal's id of the Update
 * @throws UnknownAuditLineError
 */
export async function recordOperatorAct(
  tx: EntityManager,
  {
    store,
    order: { ticket, auditId },
    updateId,
    ...entry
  }: {
    store: Store;
    order: { ticket?: string; auditId?: number };
    updateId: string;
    action: string;
    subject: string;
  },
): Promise<void> {
  const { companyId, environment } = store;
  const line = { companyId, environment, ...entry };
  if (auditId !== undefined) {
    if (await tx.findOne(AuditEntry, { id: auditId, ...line })) return;
    throw new UnknownAuditLineError(`Line ${auditId} of the audit log is not of ${entry.action} on ${entry.subject}.`);
  }
  const [known] = await tx.execute<unknown[]>(
    `select id from audit_entries where subject = ? and details->>'update_id' = ?`,
    [entry.subject, updateId],
  );
  if (known) return;
  recordAudit(tx, TEMPORAL_ACTOR, { ...line, details: { ticket, update_id: updateId } });
}
