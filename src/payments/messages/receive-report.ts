import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../base/db/transaction.ts';
import type { Clock } from '../../base/time/clock.ts';
import { PayerMessage } from '../../invoices/payer-message.entity.ts';
import { findToken } from './message-token.ts';
import { stopReminders } from './send-message.ts';

/** The meaning of a mail about one of our mails. */
export type Report =
  /** A mailbox takes no mail (RFC 3464): `status` is that of RFC 3463, 5.1.1. */
  | { kind: 'bounced'; token: string; status: string }
  /** The receiver called the mail unwanted (RFC 5965). */
  | { kind: 'complained'; token: string; status: string };

/**
 * Reads the report of a mail server, or of a mail provider. A report that says that a mail is late says nothing that
 * lasts.
 *
 * @returns null for any other mail
 */
export async function readReport(mail: string): Promise<Report | null> {
  const { default: PostalMime } = await import('postal-mime');
  const { attachments, text = '' } = await PostalMime.parse(mail, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
  });
  const partOf = (type: string): string | null => {
    const part = attachments.find(({ mimeType }) => mimeType === type);
    return part ? textOf(part) : null;
  };
  const parts = [...attachments.map(textOf), text];
  const token = parts.map(findToken).find((found) => found !== null);
  if (!token) return null;
  const feedback = partOf('message/feedback-report');
  if (feedback !== null) return { kind: 'complained', token, status: fieldOf(feedback, 'Feedback-Type') ?? 'abuse' };
  const delivery = partOf('message/delivery-status');
  if (delivery === null || fieldOf(delivery, 'Action')?.toLowerCase() !== 'failed') return null;
  return { kind: 'bounced', token, status: fieldOf(delivery, 'Status') ?? '5.0.0' };
}

/** The parser decodes each part to text, as it is asked to. */
function textOf({ content }: { content: unknown }): string {
  return typeof content === 'string' ? content : '';
}

function fieldOf(part: string, name: string): string | null {
  return new RegExp(`^${name}:[ \\t]*(\\S+)`, 'im').exec(part)?.[1] ?? null;
}

/**
 * Takes note of a report: the message has not arrived, or was not wanted, and its payer gets no more reminders. A
 * report that comes twice changes nothing.
 *
 * @returns whether the report was about a message
 */
export async function receiveReport(
  { em, clock }: { em: EntityManager; clock: Clock },
  mail: string,
): Promise<boolean> {
  const report = await readReport(mail);
  if (!report) return false;
  const { kind, token, status } = report;
  return inTransaction(em, async (tx) => {
    const message = await tx.findOne(PayerMessage, { token }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!message) return false;
    if (message.state === kind) return true;
    Object.assign(message, { state: kind, reason: status.slice(0, 40), updatedAt: await clock.now(message) });
    await stopReminders(tx, message, kind);
    return true;
  });
}
