import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../accounts/companies/owned-by-store.ts';
import { MESSAGE_CHANNELS, type MessageChannel } from '../accounts/companies/reminder-schedule.ts';
import { Invoice } from './invoice.entity.ts';
import { Refund } from './refund.entity.ts';

/** Messages that follow from what happened, and have no step. */
export const NOTICE_KINDS = ['receipt', 'refund_notice'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const MESSAGE_KINDS = ['reminder', ...NOTICE_KINDS] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/**
 * `queued`: it is to be sent. `sending`: a process has handed it over, or was about to. `sent`: it was taken.
 * `skipped`: there was no reason to send it any more. `failed`: it was refused. `unknown`: the process ended, or the
 * line broke, while it was handed over; it is not sent again, because it may have arrived. `bounced`, `complained`: its
 * receiver said so afterwards.
 */
export const MESSAGE_STATES = [
  ...(['queued', 'sending', 'sent', 'skipped', 'failed', 'unknown'] as const),
  ...(['bounced', 'complained'] as const),
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** A message to the payer of an invoice in the store's name. Its text is made when it is sent, and not kept. */
export const PayerMessageSchema = defineEntity({
  name: 'PayerMessage',
  tableName: 'payer_messages',
  uniques: [
    // A reminder is written once for a step and a due date, whatever is done twice; other kinds have no step.
    { name: 'payer_messages_step', properties: ['invoiceId', 'step', 'dueDate'] },
  ],
  indexes: [
    { name: 'payer_messages_store', properties: ['companyId', 'environment', 'id'] },
    { name: 'payer_messages_invoice', properties: ['invoiceId', 'id'] },
    {
      name: 'payer_messages_due',
      expression: `create index payer_messages_due on payer_messages (company_id, environment, send_at) where state in ('queued', 'sending')`,
    },
  ],
  properties: {
    ...ownedByStore(),
    invoiceId: () => p.manyToOne(Invoice).mapToPk().fieldName('invoice_id').deleteRule('cascade'),
    kind: p.enum(MESSAGE_KINDS).$type<MessageKind>(),
    channel: p.enum(MESSAGE_CHANNELS).$type<MessageChannel>(),
    /**
     * The step of the schedule, and the due date that it counted from; null unless it is a reminder. A reminder that
     * the store asked for by hand has no step, and no due date where the invoice has none.
     */
    step: p.text().strictNullable(),
    dueDate: p.date().strictNullable(),
    /** The refund that it tells of. */
    refundId: () => p.manyToOne(Refund).mapToPk().fieldName('refund_id').strictNullable().deleteRule('cascade'),
    state: p.enum(MESSAGE_STATES).$type<MessageState>(),
    /** Why it was not sent, or did not arrive: a code. */
    reason: p.text().strictNullable(),
    /** Names the message in the address by which its receiver opts out, and in the report of a mail server. */
    token: p.text().unique(),
    /** Not sooner, in the store's time. */
    sendAt: p.datetime(3),
    attempts: p.integer().default(0),
    /** The id by which the provider of the channel knows it. */
    providerId: p.text().strictNullable(),
    sentAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class PayerMessage extends PayerMessageSchema.class {}
PayerMessageSchema.setClass(PayerMessage);
