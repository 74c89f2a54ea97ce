import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';

export interface WebhookSender {
  /** @throws Error unless it is answered with success within ten seconds */
  send: (url: string, body: string) => Promise<void>;
  close: () => Promise<void>;
}

const TIMEOUT_MS = 10_000;

/** Sends JSON as Fatura does: signed over its bytes, on connections that are kept. */
export function createWebhookSender(secret: string): WebhookSender {
  const dispatcher = new Agent({ keepAliveTimeout: 30_000, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  return {
    async send(url, body) {
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      const answer = await request(url, {
        dispatcher,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-service-signature': `sha256=${signature}` },
        body,
      });
      await answer.body.dump();
      if (answer.statusCode >= 300) throw new Error(`The receiver answered ${answer.statusCode}.`);
    },
    close: () => dispatcher.destroy(),
  };
}

export interface WebhookEvent {
  /** The id of the event. */
  id: number;
  event: 'invoice.created' | 'invoice.payment_registered' | 'invoice.payment_confirmed';
  invoiceId: number;
  /** 1 for the first event of its invoice. */
  sequence: number;
}

const STATUSES = {
  'invoice.created': 'open',
  'invoice.payment_registered': 'pending',
  'invoice.payment_confirmed': 'paid',
} as const;

/** A body like those of Fatura, and as long: some 580 bytes. */
export function webhookBody({ id, event, invoiceId, sequence }: WebhookEvent): string {
  const isPaid = event === 'invoice.payment_confirmed';
  return JSON.stringify({
    id,
    event,
    company_id: 1,
    environment: 'sandbox',
    created_at: new Date().toISOString(),
    sequence,
    data: {
      invoice_id: invoiceId,
      status: STATUSES[event],
      previous_status: isPaid ? 'pending' : null,
      total: 10,
      subtotal: 10,
      discount_amount: 0,
      fine_amount: 0,
      interest_amount: 0,
      amount_paid: isPaid ? 10 : 0,
      amount_refunded: 0,
      payment_method: 'pix',
      subscription_id: null,
      due_date: null,
      external_reference: null,
      metadata: {},
      customer: { id: 1, name: 'Ana Souza', email: 'ana@example.com' },
      store: { id: 1, name: 'Bench' },
    },
  });
}
