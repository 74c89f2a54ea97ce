import type { EntityManager } from '@mikro-orm/postgresql';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import { cancelCharge } from '../src/payments/cancel-charge.ts';
import type { GatewayRegistry } from '../src/gateways/gateway-registry.ts';
import { orHeld } from './or-held.ts';

export type CancelChargeActivity = ReturnType<typeof createCancelCharge>;

export interface CancelChargeInput {
  attemptId: number;
  /** ISO 8601. */
  at: string;
  /** Given by a workflow that begins it anew once the record names it again: how the invoice stands is said to it. */
  invoiceId?: number;
}

/** Makes the charge of a given-up attempt unpayable at its gateway. The cancellation may be held. */
export function createCancelCharge(deps: { em: EntityManager; gateways: GatewayRegistry }) {
  return {
    async cancelCharge({ attemptId, at, invoiceId }: CancelChargeInput): Promise<InvoiceNews | void> {
      const cancel = (): Promise<void> => cancelCharge(deps, { attemptId, at: new Date(at) });
      if (invoiceId === undefined) return cancel();
      const isNamed = ({ chargesToCancel }: InvoiceNews): boolean => chargesToCancel.includes(attemptId);
      return orHeld(deps.em, { invoiceId, mayBeHeld: true, isNamed }, cancel);
    },
  };
}
