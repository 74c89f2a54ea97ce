import { customerSchema } from '../catalog/customers/customer.schema.ts';
import { eventSchema } from '../events/event.schema.ts';
import { answerObject, shown } from '../base/http/answer.ts';
import { joi } from '../base/http/joi.ts';
import { invoiceSchema } from '../invoices/invoice.schema.ts';
import { messageSchema } from '../payments/messages/message.schema.ts';
import { concessionSchema } from '../payments/concessions/concession.schema.ts';
import { disputeFileSchema, disputeSchema } from '../payments/disputes/dispute.schema.ts';
import { savedCardSchema } from '../payments/cards/saved-card.schema.ts';
import { refundSchema } from '../payments/refunds/refund.schema.ts';
import { subscriptionSchema } from '../subscriptions/subscription.schema.ts';
import { shownDelivery } from '../webhooks/delivery.schema.ts';

export const personalDataSchema = answerObject('PersonalData', {
  exported_at: shown.time,
  customer: customerSchema,
  saved_cards: joi.array().items(savedCardSchema),
  gateway_customers: joi
    .array()
    .items(answerObject('GatewayCustomer', { gateway: shown.text, id: shown.text.description('At the gateway.') }))
    .description('The customer at the gateway of the store.'),
  audit: joi
    .array()
    .items(answerObject('AuditLine', { action: shown.text, created_at: shown.time }))
    .description('The acts on the customer in the panel, the oldest first: the first thousand.'),
  subscriptions: joi.array().items(subscriptionSchema),
  invoices: joi.array().items(invoiceSchema),
  refunds: joi.array().items(refundSchema),
  concessions: joi.array().items(concessionSchema).description('Credit notes and write-offs.'),
  messages: joi.array().items(messageSchema).description('Messages to the customer, without their texts.'),
  disputes: joi.array().items(disputeSchema),
  dispute_files: joi.array().items(disputeFileSchema).description('Files for answers to disputes, without contents.'),
  events: joi.array().items(eventSchema),
  deliveries: joi
    .array()
    .items(
      answerObject('PersonalDataDelivery', {
        ...shownDelivery,
        receivers: joi.array().items(joi.string()).description('The hosts that were told.'),
      }),
    )
    .description('The receivers of each event, and the times.'),
});
