/**
 * The queue of each kind of work. Webhooks have a queue of their own: a receiver that hangs holds a place of theirs,
 * never a place of a payment. So have messages to payers: a mail server that hangs holds a place of theirs.
 * Subscriptions have another: a thousand renewals that are due at one moment wait for each other, and no payer for
 * them. An advance of a sandbox's clock holds a place of the clocks' queue for seconds. Pure, so that workflows may
 * import it.
 */
export const TASK_QUEUES = {
  invoices: 'fatura-invoices',
  payments: 'fatura-payments',
  webhooks: 'fatura-webhooks',
  subscriptions: 'fatura-subscriptions',
  clocks: 'fatura-clocks',
  messages: 'fatura-messages',
} as const;
