/** Every event name there is, in a single table: the eight of the specification, then those that it implies. */
export const EVENTS = {
  'invoice.created': 'New invoice created.',
  'invoice.payment_confirmed': 'Payment confirmed by the gateway.',
  'invoice.payment_registered': 'Payment attempt registered at the gateway.',
  'invoice.refused': 'Payment refused by the gateway.',
  'invoice.updated': 'Invoice data updated.',
  'invoice.abandoned': 'Cart abandoned by the customer.',
  'subscription.created': 'New subscription started.',
  'subscription.renewed': 'Recurring charge processed.',
  'invoice.overdue': 'Not paid by its due date, as a boleto or a Pix that falls due; it can still be paid.',
  'invoice.expired': 'Overdue, and can no longer be paid.',
  'invoice.canceled': 'Invoice canceled by the store.',
  'invoice.refunded': 'Money given back, in whole or in part.',
  'invoice.overpaid': 'More money arrived than the invoice asks for.',
  'invoice.disputed': 'The payer’s bank wants a payment back.',
  'invoice.dispute_answer_due': 'Some days are left to answer a dispute.',
  'invoice.dispute_updated':
    'A dispute goes on: it was answered, its time to be answered is over, or it asks for another amount.',
  'invoice.dispute_closed': 'A dispute was won or lost.',
  'subscription.canceled': 'Subscription canceled, by the store or because it stayed unpaid.',
  'subscription.payment_failed': 'A recurring charge was refused, or not paid in time.',
  'subscription.updated': 'Subscription data updated.',
  'subscription.trial_ended': 'The trial is over.',
  'subscription.past_due': 'The attempts of an unpaid recurring charge are spent.',
  'subscription.paused': 'Subscription paused.',
  'subscription.resumed': 'A pause is over.',
  'subscription.ended': 'The last cycle of a subscription is over.',
  'subscription.authorized': 'The payer has agreed that the bank debits each charge.',
  'subscription.authorization_refused': 'The payer did not agree to debits, or not in time.',
  'subscription.authorization_canceled': 'The agreement to debits was canceled, by the payer, the bank or the store.',
  'payout.created': 'The gateway sends money to the store’s bank account.',
  'payout.paid': 'The money of a payout is at the bank.',
  'payout.failed': 'The bank sent a payout back: its money is at the gateway again.',
  'payout.reconciled': 'The gateway has said which payments and refunds are in a payout.',
  'customer.erased': 'The personal data of a customer was erased.',
  'audit.recorded': 'A line of the audit log; sent only to a webhook that names this event.',
  'webhook.test': 'A test that the store asked for; sent to one webhook alone.',
} as const;

export type EventType = keyof typeof EVENTS;
export type InvoiceEventType = Extract<EventType, `invoice.${string}`>;
export type SubscriptionEventType = Extract<EventType, `subscription.${string}`>;
export type PayoutEventType = Extract<EventType, `payout.${string}`>;

export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

/** The events that a webhook can subscribe to: all but the test, which is sent where it is asked for. */
export const SUBSCRIBABLE_EVENTS = EVENT_TYPES.filter((type) => type !== 'webhook.test');

/** Events about the store's own people: a webhook gets them only by their name. */
export const NAMED_EVENTS: readonly EventType[] = ['audit.recorded'];

/** A webhook that subscribes to this name gets every event but those above, also those that do not exist yet. */
export const ALL_EVENTS = '*';
