import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { ADMIN_ACTOR, recordAudit } from '../accounts/audit/record-audit.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import { inTransaction } from '../base/db/transaction.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import type { Options } from './read-options.ts';

/** The parts that commands work with. */
export interface AdminDeps {
  em: EntityManager;
  secrets: SecretBox;
  gateways: GatewayRegistry;
  log: Logger;
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

/** Some of the requested work could not be done. The command prints the outcome of all of it nevertheless. */
export class FailedInPart extends Error {
  override name = 'FailedInPart';
  readonly shown: unknown;

  constructor(message: string, shown: unknown) {
    super(message);
    this.shown = shown;
  }
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
