import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { MessageChannel, ReminderSchedule } from '../accounts/companies/reminder-schedule.ts';
import type { InvoiceEventType } from '../events/event-types.ts';
import type { Invoice } from './invoice.entity.ts';
import { stepsAt } from './next-reminder.ts';
import { PayerMessage, type NoticeKind } from './payer-message.entity.ts';

/** The events that a payer hears of too, where the store chose so. */
const NOTICES: Partial<
  Record<InvoiceEventType, { kind: NoticeKind; isChosen: (schedule: ReminderSchedule) => boolean }>
> = {
  'invoice.payment_confirmed': { kind: 'receipt', isChosen: (schedule) => schedule.sendsReceipts },
  'invoice.refunded': { kind: 'refund_notice', isChosen: (schedule) => schedule.sendsRefundNotices },
};

interface Subject {
  invoice: Invoice;
  schedule: ReminderSchedule | null;
  at: Date;
}

/** Orders the receipts and refund notices that follow from a change, in its transaction: one for each event. */
export function queueNotices(
  tx: EntityManager,
  { events, ...subject }: Subject & { events: { type: InvoiceEventType; details: Record<string, unknown> }[] },
): void {
  const { schedule } = subject;
  if (!schedule?.isOn) return;
  for (const { type, details } of events) {
    const notice = NOTICES[type];
    if (!notice?.isChosen(schedule)) continue;
    const refundId = typeof details.refund_id === 'number' ? details.refund_id : null;
    create(tx, subject, { kind: notice.kind, channel: 'email', step: null, dueDate: null, refundId });
  }
}

/** Orders the reminders that a moment brings, each step once for a due date. */
export async function queueReminders(
  tx: EntityManager,
  { timeZone, ...subject }: Subject & { timeZone: string },
): Promise<void> {
  const { invoice, schedule, at } = subject;
  const steps = schedule ? stepsAt(at, invoice, { schedule, timeZone }) : [];
  for (const { name: step, channel } of steps) {
    const key = { invoiceId: invoice.id, step, dueDate: invoice.dueDate };
    if ((await tx.count(PayerMessage, key)) > 0) continue;
    create(tx, subject, { kind: 'reminder', channel, ...key, refundId: null });
  }
}

/** Orders a reminder that is of no step: the store asks for it by hand. */
export function queueReminder(
  tx: EntityManager,
  { channel, ...subject }: Omit<Subject, 'schedule'> & { channel: MessageChannel },
): PayerMessage {
  const { dueDate } = subject.invoice;
  return create(tx, subject, { kind: 'reminder', channel, step: null, dueDate, refundId: null });
}

function create(
  tx: EntityManager,
  { invoice: { id: invoiceId, companyId, environment }, at }: Omit<Subject, 'schedule'>,
  message: Pick<PayerMessage, 'kind' | 'channel' | 'step' | 'dueDate' | 'refundId'>,
): PayerMessage {
  return tx.create(PayerMessage, {
    ...{ companyId, environment, invoiceId, ...message },
    ...{ state: 'queued', reason: null, providerId: null, sentAt: null, attempts: 0 },
    token: randomBytes(18).toString('base64url'),
    ...{ sendAt: at, createdAt: at, updatedAt: at },
  });
}
