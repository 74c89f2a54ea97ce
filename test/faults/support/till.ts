import type Stripe from 'stripe';
import { startStripeServer, type StripeServer } from '../../support/stripe-server.ts';

/**
 * The gateway with its ledger, in the test's own process: nothing that the product does can write to it but by its API.
 */
export interface Till {
  stripe: StripeServer;
  /** Charges of an invoice, oldest first, as the ledger has them now. */
  chargesOf(invoiceKey: InvoiceKey): Stripe.PaymentIntent[];
  refundsOf(charge: Stripe.PaymentIntent): Stripe.Refund[];
  /** Notes the money of a charge that the gateway has told of, where it differs from the asked amount. */
  tell(chargeId: string, amountCents: number): void;
  /** The payer of this charge may send another amount: nothing else is to follow from its money. */
  letErr(chargeId: string): void;
  mayErr(chargeId: string): boolean;
  receivedCents(charge: Stripe.PaymentIntent): number;
}

/** The invoice, in the words of the marks that are written on a charge. */
export interface InvoiceKey {
  companyId: number;
  invoiceId: number;
}

export async function startTill(): Promise<Till> {
  const stripe = await startStripeServer();
  const charges = new Map<string, Stripe.PaymentIntent>();
  const refunds = new Map<string, Stripe.Refund>();
  const told = new Map<string, number>();
  const erring = new Set<string>();
  let read = 0;
  /** Each change of a charge or a refund is an event that tells of all of it. */
  const catchUp = (): void => {
    for (; read < stripe.events.length; read += 1) {
      const { object } = stripe.events[read]!.data;
      if (!('object' in object)) continue;
      if (object.object === 'payment_intent') charges.set(object.id, object);
      if (object.object === 'refund') refunds.set(object.id, object);
    }
  };
  return {
    stripe,
    chargesOf({ companyId, invoiceId }) {
      catchUp();
      const isOfIt = ({ metadata }: Stripe.PaymentIntent): boolean =>
        metadata.fatura_invoice === String(invoiceId) && metadata.fatura_store === `${companyId}-sandbox`;
      return [...charges.values()].filter(isOfIt);
    },
    refundsOf({ id }) {
      catchUp();
      return [...refunds.values()].filter((refund) => refund.payment_intent === id);
    },
    tell: (chargeId, amountCents) => void told.set(chargeId, amountCents),
    letErr: (chargeId) => void erring.add(chargeId),
    mayErr: (chargeId) => erring.has(chargeId),
    receivedCents: ({ id, status, amount_received: received }) =>
      status === 'succeeded' ? (told.get(id) ?? received) : 0,
  };
}
