import type { EntityManager } from '@mikro-orm/postgresql';
import { reader } from '../../base/db/transaction.ts';
import { findInbox } from './find-inbox.ts';
import type { SandboxInbox } from './sandbox-inbox.entity.ts';
import { SandboxMessage } from './sandbox-message.entity.ts';

/** The API has the rest. */
const SHOWN_MESSAGES = 20;

/** Reads the data of an inbox's page, or null for an address that nobody was given. */
export async function readInboxPage(
  em: EntityManager,
  name: string,
): Promise<{ inbox: SandboxInbox; messages: SandboxMessage[] } | null> {
  const inbox = await findInbox(em, name);
  if (!inbox) return null;
  const newestFirst = { orderBy: { id: 'desc' as const }, limit: SHOWN_MESSAGES };
  return { inbox, messages: await reader(em).find(SandboxMessage, { inboxId: inbox.id }, newestFirst) };
}
