import type { EntityManager } from '@mikro-orm/postgresql';
import { ADMIN_ACTOR, recordAudit } from '../audit/record-audit.ts';
import type { SecretBox } from '../crypto/secret-box.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Options } from './read-options.ts';

/** What commands work with. */
export interface AdminDeps {
  em: EntityManager;
  secrets: SecretBox;
  /** Address of the panel in mails, without a trailing slash. */
  publicUrl: string;
}

/** A command of an operator on an open database. */
export interface Command {
  /** Names of the options that it takes, each with a value. */
  options: string[];
  /** @returns what is printed, as JSON */
  run(deps: AdminDeps, options: Options): Promise<unknown>;
}

/** As `recordAudit` takes it. */
type AuditLine = Omit<Parameters<typeof recordAudit>[2], 'now'>;

/**
 * Makes a change and its line in the audit log in one transaction: neither is ever without the other.
 *
 * @param change returns what is printed and what is written down
 */
export async function audited<T>(
  em: EntityManager,
  change: (tx: EntityManager) => Promise<{ result: T; line: AuditLine }>,
): Promise<T> {
  return inTransaction(em, async (tx) => {
    const { result, line } = await change(tx);
    recordAudit(tx, ADMIN_ACTOR, line);
    return result;
  });
}
