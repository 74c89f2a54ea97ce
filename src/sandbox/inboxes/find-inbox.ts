import type { EntityManager } from '@mikro-orm/postgresql';
import { reader } from '../../base/db/transaction.ts';
import { SandboxInbox } from './sandbox-inbox.entity.ts';

/**
 * Finds the inbox behind an address, or null for an address that nobody was given. Text that cannot be a name is not
 * looked up.
 */
export async function findInbox(em: EntityManager, name: string): Promise<SandboxInbox | null> {
  return /^[\w-]{24}$/.test(name) ? reader(em).findOne(SandboxInbox, { name }) : null;
}
