import { MESSAGE_CHANNELS, type MessageChannel } from '../../accounts/companies/reminder-schedule.ts';
import { answerObject, shown } from '../../base/http/answer.ts';
import { joi } from '../../base/http/joi.ts';
import type { Invoice } from '../../invoices/invoice.entity.ts';
import { MESSAGE_KINDS, MESSAGE_STATES, type PayerMessage } from '../../invoices/payer-message.entity.ts';

export interface RemindBody {
  channel: MessageChannel;
}

export const remindSchema = joi
  .object<RemindBody>({
    channel: joi
      .string()
      .valid(...MESSAGE_CHANNELS)
      .default('email')
      .description('The way by which the payer is reminded.'),
  })
  .component('InvoiceReminder');

export const messageSchema = answerObject('Message', {
  id: shown.id,
  invoice_id: shown.id,
  kind: joi.string().valid(...MESSAGE_KINDS),
  channel: joi.string().valid(...MESSAGE_CHANNELS),
  step: shown.textOrNull.description(
    'The step of the schedule that a reminder is of; null where the store asked for it by hand.',
  ),
  due_date: shown.dateOrNull.description('The due date that a reminder counted from.'),
  refund_id: shown.id.allow(null).description('The refund that a notice tells of.'),
  status: joi
    .string()
    .valid(...MESSAGE_STATES)
    .description(
      '`queued`: to be sent. `sending`: being handed over. `sent`: taken by the mail server or provider. `skipped`: no reason to send it any more. `failed`: refused. `unknown`: the connection ended while it was handed over; it is not sent again. `bounced`, `complained`: its receiver said so afterwards.',
    ),
  reason: shown.textOrNull.description('Why it was not sent, or did not arrive; `simulated` in the sandbox.'),
  send_at: shown.time.description('Not sooner.'),
  sent_at: shown.timeOrNull,
  provider_id: shown.textOrNull.description('The id at the provider of SMS and WhatsApp messages.'),
  created_at: shown.time,
});

export function presentMessage(message: PayerMessage): Record<string, unknown> {
  return {
    id: message.id,
    invoice_id: message.invoiceId,
    kind: message.kind,
    channel: message.channel,
    step: message.step,
    due_date: message.dueDate,
    refund_id: message.refundId,
    status: message.state,
    reason: message.reason,
    send_at: message.sendAt,
    sent_at: message.sentAt,
    provider_id: message.providerId,
    created_at: message.createdAt,
  };
}

export const invoiceRemindersSchema = answerObject('InvoiceReminders', {
  invoice_id: shown.id,
  held_at: shown.timeOrNull.description('Since when the store holds them back.'),
  next: answerObject('NextReminder', { step: shown.text, at: shown.time }).allow(null),
});

export function presentReminders({ id, remindersHeldAt, reminderStep, reminderAt }: Invoice): Record<string, unknown> {
  return {
    invoice_id: id,
    held_at: remindersHeldAt,
    next: reminderStep === null ? null : { step: reminderStep, at: reminderAt },
  };
}
