import type { EntityManager } from '@mikro-orm/postgresql';
import { activityInfo } from '@temporalio/activity';
import type { SecretBox } from '../src/crypto/secret-box.ts';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import type { GatewayRegistry } from '../src/payments/gateways/gateway-registry.ts';
import { registerCharge } from '../src/payments/register-charge.ts';
import { newsOf } from './read-invoice.ts';

export type RegisterChargeActivity = ReturnType<typeof createRegisterCharge>;

export interface RegisterChargeInput {
  invoiceId: number;
  attemptId: number;
  /** ISO 8601: when the workflow asked for it. */
  at: string;
}

/** Takes a charge to its gateway, once, and says how the invoice stands then. */
export function createRegisterCharge(deps: { em: EntityManager; gateways: GatewayRegistry; secrets: SecretBox }) {
  return {
    async registerCharge({ invoiceId, attemptId, at }: RegisterChargeInput): Promise<InvoiceNews> {
      const { attempt, currentAttemptScheduledTimestampMs } = activityInfo();
      // After an outage of the gateway a Pix code's time counts from the call that made it, not from the first try.
      const now = new Date(attempt > 1 ? Math.max(Date.parse(at), currentAttemptScheduledTimestampMs) : at);
      await registerCharge(deps, { attemptId, at: now, isRetry: attempt > 1 });
      return newsOf(deps.em, invoiceId);
    },
  };
}
