import { createHash } from 'node:crypto';
import type { AuditEntry } from '../accounts/audit/audit-entry.entity.ts';

/** The lines of the platform, which concern no store, are a chain of their own. */
export const PLATFORM_CHAIN = 0;

/**
 * The hash of a line: of the hash before it and of all that the line says. A line that is changed, removed or put in
 * makes every hash after it wrong.
 *
 * @param before the hash of the line before; empty for the first
 */
export function hashOfLine(before: string, number: number, entry: AuditEntry): string {
  const { id, companyId, environment, personId, tokenId, actor, byOperator, action, subject } = entry;
  const { details, address, userAgent, createdAt } = entry;
  const said = [
    ...[number, id, companyId, environment, personId, tokenId, actor, byOperator, action, subject],
    // PostgreSQL keeps the fields of `jsonb` in an order of its own, always the same.
    ...[details, address, userAgent, createdAt.toISOString()],
  ];
  return createHash('sha256')
    .update(`${before}\n${JSON.stringify(said)}`)
    .digest('hex');
}

/** A line as it is exported and streamed. */
export function presentLine(entry: AuditEntry): Record<string, unknown> {
  return {
    id: entry.id,
    at: entry.createdAt,
    environment: entry.environment,
    actor: entry.byOperator ? 'operator of the platform' : entry.actor,
    person_id: entry.byOperator ? null : entry.personId,
    token_id: entry.tokenId,
    action: entry.action,
    subject: entry.subject,
    details: entry.details,
    // A store learns of an operator's act, and not from where it was done.
    address: entry.byOperator ? null : entry.address,
    user_agent: entry.byOperator ? null : entry.userAgent,
    number: entry.chainNumber,
    hash: entry.chainHash,
  };
}
