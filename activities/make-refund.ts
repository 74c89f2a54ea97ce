import type { EntityManager } from '@mikro-orm/postgresql';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import type { GatewayRegistry } from '../src/gateways/gateway-registry.ts';
import { makeRefund } from '../src/payments/refunds/make-refund.ts';
import { orHeld } from './or-held.ts';

export type MakeRefundActivity = ReturnType<typeof createMakeRefund>;

export interface MakeRefundInput {
  invoiceId: number;
  refundId: number;
  /** ISO 8601: when the workflow asked for it. */
  at: string;
  /** As of `RegisterChargeInput`. */
  mayBeHeld?: boolean;
}

/** Takes a refund to its gateway, once, and says how the invoice stands then: the refund may be held. */
export function createMakeRefund(deps: { em: EntityManager; gateways: GatewayRegistry }) {
  return {
    async makeRefund({ invoiceId, refundId, at, mayBeHeld = false }: MakeRefundInput): Promise<InvoiceNews> {
      const isNamed = ({ refundsToMake = [] }: InvoiceNews): boolean => refundsToMake.includes(refundId);
      return orHeld(deps.em, { invoiceId, mayBeHeld, isNamed }, () => makeRefund(deps, { refundId, at: new Date(at) }));
    },
  };
}
