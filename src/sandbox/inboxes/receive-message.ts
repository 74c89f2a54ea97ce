import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { IncomingHttpHeaders } from 'node:http';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import type { Clock } from '../../base/time/clock.ts';
import { keepHeaders } from '../../webhooks/read-answer.ts';
import { judgeMessage } from './judge-message.ts';
import { SandboxInbox } from './sandbox-inbox.entity.ts';
import { SandboxMessage } from './sandbox-message.entity.ts';

/** A developer who needs more looks into the delivery log. */
export const MAX_MESSAGES = 100;

/** The page can be read by whoever knows its address. A delivery has none of these; a curl by mistake may. */
const WITHHELD = ['authorization', 'proxy-authorization', 'cookie', 'x-api-token'];

export interface ReceivedMessage {
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The status code of the inbox's answer. */
  statusCode: number;
}

/** Keeps what came to an inbox, in the place of the oldest when it is full. @returns false when the inbox is gone */
export async function receiveMessage(
  { em, clock, secrets }: { em: EntityManager; clock: Clock; secrets: SecretBox },
  { inboxId, message }: { inboxId: number; message: ReceivedMessage },
): Promise<boolean> {
  const headers = withoutSecrets(keepHeaders(message.headers));
  const text = new TextDecoder().decode(message.body);
  return inTransaction(em, async (tx) => {
    // Locked: messages that come at once are counted one after the other, and appear in the order of their ids.
    const inbox = await tx.findOne(SandboxInbox, inboxId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!inbox) return false;
    const request = { headers, body: message.body, now: new Date() };
    const { service, standard, ...verdict } = await judgeMessage({ em: tx, secrets }, { inbox, request });
    tx.create(SandboxMessage, {
      inboxId,
      headers,
      // PostgreSQL has no NUL.
      body: text.replaceAll('\0', '\uFFFD'),
      event: eventOf(text),
      statusCode: message.statusCode,
      ...verdict,
      serviceSignature: service,
      standardSignature: standard,
      receivedAt: await clock.now({ companyId: inbox.companyId, environment: 'sandbox' }),
    });
    await tx.flush();
    await tx.execute(
      `delete from sandbox_messages where inbox_id = ? and id <=
         (select id from sandbox_messages where inbox_id = ? order by id desc offset ${MAX_MESSAGES} limit 1)`,
      [inboxId, inboxId],
    );
    return true;
  });
}

function withoutSecrets(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, WITHHELD.includes(name) ? '(not kept)' : value]),
  );
}

/** The event's name, where the body is one of ours or like it. */
function eventOf(text: string): string | null {
  try {
    const { event } = JSON.parse(text) as { event?: unknown };
    return typeof event === 'string' && /^[\w.-]{1,100}$/.test(event) ? event : null;
  } catch {
    return null;
  }
}
