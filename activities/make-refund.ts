import type { EntityManager } from '@mikro-orm/postgresql';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import type { GatewayRegistry } from '../src/payments/gateways/gateway-registry.ts';
import { makeRefund } from '../src/refunds/make-refund.ts';
import { newsOf } from './read-invoice.ts';

export type MakeRefundActivity = ReturnType<typeof createMakeRefund>;

export interface MakeRefundInput {
  invoiceId: number;
  refundId: number;
  /** ISO 8601: when the workflow asked for it. */
  at: string;
}

/** Takes a refund to its gateway, once, and says how the invoice stands then. */
export function createMakeRefund(deps: { em: EntityManager; gateways: GatewayRegistry }) {
  return {
    async makeRefund({ invoiceId, refundId, at }: MakeRefundInput): Promise<InvoiceNews> {
      await makeRefund(deps, { refundId, at: new Date(at) });
      return newsOf(deps.em, invoiceId);
    },
  };
}
