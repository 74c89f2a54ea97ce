import type { EntityManager } from '@mikro-orm/postgresql';
import type { Environment } from '../../base/environment.ts';
import { AuditEntry } from './audit-entry.entity.ts';

/** The person or the API token that acts, and the address from which. */
export interface Actor {
  personId: number | null;
  tokenId?: number;
  /** E-mail address; the name of the token; `admin` for a command of an operator. */
  name: string;
  address: string;
  userAgent: string;
  /** The act is done as the platform, not as one of a store's people. */
  byOperator?: boolean;
}

/** A command that an operator types has neither an address nor a browser. */
export const ADMIN_ACTOR: Actor = { personId: null, name: 'admin', address: '', userAgent: '', byOperator: true };

/** Writes down, with the next flush of the transaction that makes the change, who made it. @returns the line */
export function recordAudit(
  tx: EntityManager,
  actor: Actor,
  entry: {
    action: string;
    companyId?: number | null | undefined;
    environment?: Environment | null | undefined;
    subject?: string | null | undefined;
    details?: Record<string, unknown> | undefined;
    now?: Date | undefined;
  },
): AuditEntry {
  const { action, companyId = null, environment = null, subject = null, details = {}, now = new Date() } = entry;
  return tx.create(AuditEntry, {
    companyId,
    environment,
    personId: actor.personId,
    tokenId: actor.tokenId ?? null,
    actor: actor.name,
    byOperator: actor.byOperator ?? false,
    action,
    subject,
    details,
    address: actor.address,
    // Browsers send what they like; a line of the log does not need more.
    userAgent: actor.userAgent.slice(0, 300),
    createdAt: now,
    chainNumber: null,
    chainHash: null,
  });
}
