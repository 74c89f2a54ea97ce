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
  /** ISO 8601; a Pix code's expiry counts from it. */
  at: string;
}

/** Takes a charge to its gateway, once, and says how the invoice stands then. */
export function createRegisterCharge(deps: { em: EntityManager; gateways: GatewayRegistry; secrets: SecretBox }) {
  return {
    async registerCharge({ invoiceId, attemptId, at }: RegisterChargeInput): Promise<InvoiceNews> {
      await registerCharge(deps, { attemptId, at: new Date(at), isRetry: activityInfo().attempt > 1 });
      return newsOf(deps.em, invoiceId);
    },
  };
}
