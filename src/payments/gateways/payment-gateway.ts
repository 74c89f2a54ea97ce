import type { Environment } from '../../companies/environment.ts';
import type { Adjustment, Discount } from '../../invoices/amounts.ts';
import type { PaymentMethod } from '../payment-method.ts';

/**
 * The port that every payment gateway implements. Rules that all of them keep:
 *
 * - The attempt id is the idempotency key: registering the same attempt twice makes one charge.
 * - A timeout says nothing about the charge: ask `queryCharge` before registering again.
 * - A method throws `GatewayUnavailableError` for what a retry can mend; a refusal is a result, not an error.
 */
export interface PaymentGateway {
  /** Stored with each attempt, and part of the callback's path: `/gateways/{name}/callbacks`. */
  readonly name: string;
  registerCharge(request: ChargeRequest): Promise<ChargeResult>;
  /** What the gateway knows of an attempt's charge, or null if it knows none. */
  queryCharge(query: { attemptId: number }): Promise<ChargeResult | null>;
  /** Makes an unpaid charge unpayable. Canceling twice, or a charge that was paid or never registered, changes nothing. */
  cancelCharge(request: { attemptId: number }): Promise<void>;
  /** Gives back all or part of a payment; the result arrives later, by callback. `refundId` is the
   * idempotency key: asking again says how it stands. */
  refundPayment(request: RefundRequest): Promise<RefundResult>;
  /** @throws InvalidCallbackError when the signature does not match the raw bytes or the body is not the gateway's. */
  verifyCallback(callback: RawCallback): Promise<GatewayEvent>;
}

export interface ChargeRequest {
  attemptId: number;
  environment: Environment;
  /** ISO 8601; when the charge is asked for, in the store's time. */
  requestedAt: string;
  method: PaymentMethod;
  /** What is due on the day of the registration: a discount that applies on that day is taken off. */
  amountCents: number;
  terms: ChargeTerms;
  description: string;
  payer: { name: string; email: string; document: string | null };
  /** Who receives the money, as the payer sees it. */
  merchant: { name: string; city: string };
  /** ISO 8601; for Pix, when the code stops being payable. */
  expiresAt: string | null;
  /** `YYYY-MM-DD`; for boleto, the day until which it is paid without fine. */
  dueDate: string | null;
  installments: number;
  /** The gateway's own card token; never a card number. */
  cardToken: string | null;
}

/**
 * What the store agreed with the payer, for a gateway that registers it with the charge. Neither a boleto's barcode nor a
 * Pix payload carries any of it: a bank takes the fine and interest of a boleto from its registration, and a payer's app
 * those of a Pix charge with a due date (`cobv`: `multa`, `juros`, `desconto`) from the charge's location. Percentages of
 * fine and interest are of `subtotalCents` less the discount that applies on the day of the payment; `quote` of
 * `amounts.ts` is the rule.
 */
export interface ChargeTerms {
  /** The sum of the invoice's lines, before discount, fine and interest. */
  subtotalCents: number;
  discount: Discount | null;
  /** Once, after the due date. */
  fine: Adjustment | null;
  /** For each calendar day after the due date, simple. */
  interest: Adjustment | null;
}

export type ChargeResult =
  | { status: 'registered'; chargeId: string; artefacts: ChargeArtefacts }
  | { status: 'refused'; chargeId: string | null; reason: string };

/** What the payer pays with, by method. */
export type ChargeArtefacts =
  | { method: 'pix'; qrCode: string; txid: string; expiresAt: string }
  | { method: 'boleto'; barcode: string; digitableLine: string; ourNumber: string; dueDate: string }
  | {
      method: 'card';
      brand: string;
      last4: string;
      installments: number;
      /** Where the payer must confirm with the bank before anything is decided. */
      nextActionUrl?: string;
    };

export interface RefundRequest {
  refundId: number;
  gatewayPaymentId: string;
  amountCents: number;
}

export interface RefundResult {
  status: 'pending' | 'refunded' | 'refused';
  gatewayRefundId: string;
  /** Of a refusal, in the gateway's word. */
  reason?: string;
}

/** A callback as it came: the signature covers these bytes, not what they parse to. */
export interface RawCallback {
  body: string;
  headers: Record<string, string | string[] | undefined>;
}

/** What a callback says, in the words of the port. It names no person. */
export type GatewayEvent =
  | { id: string; type: 'payment_confirmed'; attemptId: number; paymentId: string; amountCents: number; paidAt: string }
  | { id: string; type: 'payment_refused'; attemptId: number; reason: string }
  | { id: string; type: 'refund_confirmed'; refundId: number; gatewayRefundId: string }
  | { id: string; type: 'refund_refused'; refundId: number; reason: string };

/** The gateway could not be reached or answered nonsense; the same call may go through later. */
export class GatewayUnavailableError extends Error {
  override name = 'GatewayUnavailableError';
}

/** A callback that is not from the gateway, or not one that it would send. */
export class InvalidCallbackError extends Error {
  override name = 'InvalidCallbackError';
}
