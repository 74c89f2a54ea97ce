import { createHash } from 'node:crypto';
import type { Logger } from 'pino';

/**
 * Writes a line for each sign-in that was refused, so that the operator of the platform sees which accounts are tried,
 * and from where.
 *
 * The account is written as a hash: the same for every try, and no name for the log to carry. The typed text is not
 * written: now and then it is a password, in the wrong field.
 *
 * @param code of the refusal, like `credentials_wrong`
 */
export function logRefusedSignIn(
  log: Logger,
  { address, account, code }: { address: string; account: string; code: string },
): void {
  const normal = account.trim().toLowerCase();
  const hash = createHash('sha256').update(normal).digest('hex').slice(0, 16);
  log.warn({ from: address, account_hash: hash, code }, 'a sign-in was refused');
}
