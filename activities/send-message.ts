import { activityInfo, ApplicationFailure, heartbeat } from '@temporalio/activity';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import { MessageWaitsError, sendMessage, type SendMessageDeps } from '../src/payments/messages/send-message.ts';
import { newsOf } from './read-invoice.ts';

/** Where the workflow asks for no heartbeat. */
const BEAT_MS = 30_000;

export type SendMessageActivity = ReturnType<typeof createSendMessage>;

export interface SendMessageInput {
  invoiceId: number;
  messageId: number;
}

/** Sends a message to a payer, at most once, and says how the invoice stands then. */
export function createSendMessage(deps: SendMessageDeps) {
  return {
    async sendMessage({ invoiceId, messageId }: SendMessageInput): Promise<InvoiceNews> {
      // A process that ends while it hands a message over is missed soon: the message is then settled as unknown.
      const beats = setInterval(heartbeat, (activityInfo().heartbeatTimeoutMs ?? BEAT_MS) / 3);
      try {
        await sendMessage(deps, messageId);
      } catch (error) {
        if (!(error instanceof MessageWaitsError)) throw error;
        const { message, retryAfterMs } = error;
        // The words are ours, or those of a mail server about itself.
        const nextRetryDelay = retryAfterMs === null ? {} : { nextRetryDelay: retryAfterMs };
        throw ApplicationFailure.create({ type: 'MessageWaits', message, ...nextRetryDelay });
      } finally {
        clearInterval(beats);
      }
      return newsOf(deps.em, invoiceId);
    },
  };
}
