import { createWebhookSender, webhookBody, type WebhookEvent } from './signed-webhook.ts';

/** The side effects of an invoice's life, which both of the bare loops have as their steps. */
export interface InvoiceSteps {
  /** Bare: it asks no gateway. @returns the charge's id */
  registerCharge: (invoiceId: number) => Promise<string>;
  sendWebhook: (event: Omit<WebhookEvent, 'id'>) => Promise<void>;
}

export interface StepsInProcess {
  steps: InvoiceSteps;
  /**
   * When the receiver has heard that the charge of an invoice is registered: the payer may pay. To be asked for before.
   */
  whenRegistered: (invoiceId: number) => Promise<void>;
  close: () => Promise<void>;
}

/** @param receiver of the webhooks */
export function createInvoiceSteps({ url, secret }: { url: string; secret: string }): StepsInProcess {
  const sender = createWebhookSender(secret);
  const waiting = new Map<number, () => void>();
  return {
    steps: {
      registerCharge: (invoiceId) => Promise.resolve(`charge-${invoiceId}`),
      async sendWebhook(event) {
        const { invoiceId, sequence } = event;
        await sender.send(url, webhookBody({ ...event, id: invoiceId * 10 + sequence }));
        if (event.event !== 'invoice.payment_registered') return;
        waiting.get(invoiceId)?.();
        waiting.delete(invoiceId);
      },
    },
    whenRegistered: (invoiceId) => new Promise((resolve) => waiting.set(invoiceId, resolve)),
    close: () => sender.close(),
  };
}
