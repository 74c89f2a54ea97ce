import { answerList } from '../../base/http/answer.ts';
import { fields } from '../../base/http/fields.ts';
import { joi } from '../../base/http/joi.ts';
import { pageQuery, presentPage } from '../../base/http/list-page.ts';
import { operationsWith } from '../../base/http/operation.ts';
import { readSettings } from '../../accounts/companies/read-settings.ts';
import { findInvoice } from '../../invoices/find-invoice.ts';
import { MESSAGE_KINDS } from '../../invoices/payer-message.entity.ts';
import type { PaymentDeps } from '../payment.routes.ts';
import { changeSchedule, presentSchedule } from './change-schedule.ts';
import { holdReminders } from './hold-reminders.ts';
import { findMessage, listMessages, type ListMessagesQuery } from './list-messages.ts';
import {
  invoiceRemindersSchema,
  messageSchema,
  presentMessage,
  presentReminders,
  remindSchema,
} from './message.schema.ts';
import { remindInvoice } from './remind-invoice.ts';
import { previewMessage, readContent } from './read-content.ts';
import { previewSchema, scheduleSchema, updateScheduleSchema, writtenMessageSchema } from './schedule.schema.ts';
import type { WrittenMessage } from './write-message.ts';

const operation = operationsWith<PaymentDeps>();

const tag = 'Reminders';

function presentWritten({ subject, text, html }: WrittenMessage): Record<string, unknown> {
  return { subject, text, html };
}

export const messageOperations = [
  operation({
    id: 'getReminderSchedule',
    method: 'GET',
    path: '/reminder-schedule',
    scope: 'read',
    tag,
    summary: 'Read the reminder schedule',
    description: 'How the store writes to its payers, in the environment of the token.',
    answer: { status: 200, schema: scheduleSchema, description: 'The schedule.' },
    handle: async ({ deps, store }) => presentSchedule(deps.secrets, await readSettings(deps.em, store)),
  }),
  operation({
    id: 'updateReminderSchedule',
    method: 'PATCH',
    path: '/reminder-schedule',
    scope: 'invoices:write',
    tag,
    summary: 'Change the reminder schedule',
    description:
      'Sets what is given and leaves the rest. Invoices that are owed follow the new schedule within seconds; steps whose moment has passed remind nobody. A reminder is sent while its invoice is owed, no money of it is disputed, and its customer has not opted out.',
    body: updateScheduleSchema,
    examples: {
      on: { summary: 'Switch it on', value: { enabled: true } },
      steps: {
        summary: 'Two steps, one in the store’s own words',
        value: {
          enabled: true,
          steps: [
            { name: 'three-days-before', days: -3, time: '09:00' },
            {
              name: 'two-days-after',
              days: 2,
              payment_methods: ['boleto'],
              words: { pt: { subject: 'Faltou pagar?', text: 'Oi, {{first_name}}: {{amount}} em {{link}}' } },
            },
          ],
        },
      },
    },
    answer: { status: 200, schema: scheduleSchema, description: 'The schedule as it now is.' },
    audit: {
      as: 'saveReminders',
      of: 'reminder schedule',
      details: (_, { enabled, steps }) => ({ enabled, steps: (steps as { name: string }[]).map(({ name }) => name) }),
    },
    handle: async ({ deps, store, body: changes }) =>
      presentSchedule(deps.secrets, await changeSchedule(deps, { store, changes })),
  }),
  operation({
    id: 'previewMessage',
    method: 'POST',
    path: '/reminder-schedule/preview',
    scope: 'read',
    tag,
    summary: 'Preview a message',
    description: 'Writes a message as the schedule has it now, and sends it to nobody.',
    body: previewSchema,
    bodyIsOptional: true,
    examples: { receipt: { summary: 'A receipt in English', value: { kind: 'receipt', language: 'en' } } },
    answer: { status: 200, schema: writtenMessageSchema, description: 'The message.' },
    problems: { 409: ['customer_erased'] },
    handle: async ({ deps, store, body: input }) => presentWritten(await previewMessage(deps, { store, input })),
  }),
  operation({
    id: 'listMessages',
    method: 'GET',
    path: '/messages',
    scope: 'read',
    tag,
    summary: 'List messages',
    description: 'Reminders, receipts and refund notices of all invoices.',
    query: pageQuery<ListMessagesQuery>({
      invoice_id: fields.id.description('Only of this invoice.'),
      kind: joi
        .string()
        .valid(...MESSAGE_KINDS)
        .description('Only of this kind.'),
    }),
    answer: {
      status: 200,
      schema: answerList('MessageList', messageSchema),
      description: 'A page of messages, newest first.',
    },
    handle: async ({ deps, store, query }) =>
      presentPage(await listMessages(deps.em, { store, query }), presentMessage),
  }),
  operation({
    id: 'getMessage',
    method: 'GET',
    path: '/messages/{id}',
    scope: 'read',
    tag,
    resource: 'message',
    summary: 'Read a message',
    description: 'Whether it was sent, and why not.',
    answer: { status: 200, schema: messageSchema, description: 'The message.' },
    handle: async ({ deps, store, id }) => presentMessage(await findMessage(deps.em, { store, messageId: id })),
  }),
  operation({
    id: 'readMessageContent',
    method: 'GET',
    path: '/messages/{id}/content',
    scope: 'read',
    tag,
    resource: 'message',
    summary: 'Read the text of a message',
    description:
      'As it would be written now: texts are not kept. In the sandbox nobody is written to; this is what the payer would get.',
    answer: { status: 200, schema: writtenMessageSchema, description: 'The text.' },
    problems: { 409: ['customer_erased'] },
    handle: async ({ deps, store, id }) => presentWritten(await readContent(deps, { store, messageId: id })),
  }),
  operation({
    id: 'getInvoiceReminders',
    method: 'GET',
    path: '/invoices/{id}/reminders',
    scope: 'read',
    tag,
    resource: 'invoice',
    summary: 'Read when an invoice reminds next',
    description: 'The next step of the schedule, and whether the reminders are held back.',
    answer: { status: 200, schema: invoiceRemindersSchema, description: 'The reminders.' },
    handle: async ({ deps, store, id: invoiceId }) =>
      presentReminders(await findInvoice(deps.em, { store, invoiceId })),
  }),
  operation({
    id: 'remindInvoice',
    method: 'POST',
    path: '/invoices/{id}/reminders',
    scope: 'invoices:write',
    tag,
    resource: 'invoice',
    summary: 'Remind the payer of an invoice now',
    description:
      'Beside the steps of the schedule, and also where that is switched off. Within the quiet hours the message waits for their end. A channel reminds of an invoice once in 24 hours.',
    body: remindSchema,
    bodyIsOptional: true,
    examples: { sms: { summary: 'By SMS', value: { channel: 'sms' } } },
    answer: { status: 201, schema: messageSchema, description: 'The message, which is sent within seconds.' },
    problems: {
      409: [
        ...(['customer_erased', 'invoice_not_owed', 'invoice_disputed', 'reminders_held'] as const),
        ...(['reminders_stopped', 'customer_has_no_phone', 'reminded_lately'] as const),
      ],
    },
    audit: { as: 'remindInvoice', of: 'invoice' },
    handle: async ({ deps, store, id: invoiceId, body: { channel } }) =>
      presentMessage(await remindInvoice(deps, { store, invoiceId, channel })),
  }),
  ...([true, false] as const).map((isHeld) =>
    operation({
      id: isHeld ? 'holdReminders' : 'resumeReminders',
      method: 'POST',
      path: `/invoices/{id}/reminders/${isHeld ? 'hold' : 'resume'}`,
      scope: 'invoices:write',
      tag,
      resource: 'invoice',
      summary: isHeld ? 'Hold the reminders of an invoice' : 'Let the reminders of an invoice go on',
      description: isHeld
        ? 'Its payer is not reminded until they are resumed, as where the store has agreed on something by phone.'
        : 'From the next step on. Steps whose moment passed meanwhile are left out.',
      answer: { status: 200, schema: invoiceRemindersSchema, description: 'The reminders.' },
      audit: { as: isHeld ? 'holdReminders' : 'resumeReminders', of: 'invoice' },
      handle: async ({ deps, store, id: invoiceId }) =>
        presentReminders(await holdReminders(deps, { store, invoiceId, isHeld })),
    }),
  ),
];
