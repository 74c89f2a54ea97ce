/**
 * Who works on what. Webhooks have a queue of their own: a receiver that hangs holds a place of theirs, never one of a
 * payment. Pure, so that workflows may import it.
 */
export const TASK_QUEUES = {
  invoices: 'fatura-invoices',
  payments: 'fatura-payments',
  webhooks: 'fatura-webhooks',
} as const;
