import type { Environment } from '../base/environment.ts';
import type { Adjustment, Discount } from '../banking/amounts.ts';
import type { PaymentMethod } from '../banking/payment-method.ts';
import type { Debit, MandateEnd, MandateGateway } from './mandate.ts';
import type { Merchant, Payer } from './payer.ts';

export type { Merchant, Payer } from './payer.ts';

/**
 * The port that every payment gateway implements, opened for one store. Rules that all of them keep:
 *
 * - The attempt id is the idempotency key: registering the same attempt twice makes one charge.
 * - A timeout says nothing about the charge: ask `queryCharge` before registering again.
 * - A method throws `GatewayUnavailableError` for what a retry can mend; a refusal is a result, not an error.
 * - Reasons of refusals are those of `refusal-reasons.ts`; the sandbox alone also says what it is told to say.
 */
export interface PaymentGateway {
  /** Stored with each attempt, and part of the callback's path. */
  readonly name: string;
  /** The store's account there; null for a gateway that all stores share. */
  readonly accountId: string | null;
  registerCharge(request: ChargeRequest): Promise<ChargeResult>;
  /** The charge of an attempt as the gateway knows it, or null if the gateway knows none. */
  queryCharge(charge: ChargeReference): Promise<ChargeResult | null>;
  /**
   * Makes an unpaid charge unpayable. Canceling twice, or a charge that was paid or never registered, changes nothing.
   */
  cancelCharge(charge: ChargeReference): Promise<void>;
  /** Gives back all or part of a payment; the result arrives later, by callback. `refundId` is the
   * idempotency key: asking again says how it stands. */
  refundPayment(request: RefundRequest): Promise<RefundResult>;
  /**
   * Hands over the answer of a store to a dispute. Absent where a store answers at its gateway alone.
   *
   * @throws GatewayUnavailableError for what a retry can mend
   */
  answerDispute?(answer: DisputeAnswer): Promise<DisputeAnswerResult>;
  /**
   * Deletes a payer, by its own id of them, with the cards it keeps; of one that it does not know nothing is to be
   * deleted. Absent where it keeps none.
   */
  forgetPayer?(gatewayCustomerId: string): Promise<void>;
  /**
   * The gateway's mark of the card behind a token, the same for every token of that card; null for an unknown token.
   * Answers or rejects within a few seconds: a payer waits. Absent where the gateway gives no such mark.
   */
  cardFingerprint?(cardToken: string): Promise<string | null>;
  /**
   * Keeps a card without a charge. Absent where the gateway keeps none.
   *
   * @throws GatewayUnavailableError for what a retry can mend
   */
  keepCard?(request: KeepCardRequest): Promise<KeepCardResult>;
  /** Keeps a card no more; a card that it does not know needs no forgetting. Absent where the gateway keeps none. */
  forgetCard?(cardToken: string): Promise<void>;
  /**
   * The proof of a callback's sender is the gateway's own matter: a signature of the raw bytes, a secret in the path.
   *
   * @returns all that it says, in its order; nothing for what is the gateway's, and of no interest here
   * @throws InvalidCallbackError when the proof is wrong or the body is not the gateway's.
   */
  verifyCallback(callback: RawCallback): Promise<GatewayEvent[]>;
  /** Debits that a payer agreed to once; absent where the gateway makes none. */
  readonly mandates?: MandateGateway;
  /** The gateway's own books, to hold ours against; absent where they are ours. */
  readonly books?: GatewayBooks;
}

/** An attempt's charge, as a gateway can find it. */
export interface ChargeReference {
  attemptId: number;
  /** Null where the answer to its registration never arrived. */
  chargeId: string | null;
  customerId: number;
  /** As in `ChargeRequest`; set where what the payer pays with is wanted. */
  merchant?: Merchant;
  /** The gateway made nothing of the attempt before this moment of real time, where that is known. */
  madeAfter?: Date | undefined;
  /** As in `ChargeRequest`. */
  debit?: Debit | null;
  /** Set where a debit is asked about: the day (`YYYY-MM-DD`) and the moment (ISO 8601), in the store's time. */
  asked?: { on: string; at: string };
}

export interface ChargeRequest {
  attemptId: number;
  /** The number of keys that were used up: see `KeyUsedUpError`. */
  keyNumber: number;
  invoiceId: number;
  environment: Environment;
  /** As in `ChargeReference`. */
  madeAfter?: Date | undefined;
  /** ISO 8601; when the charge is asked for, in the store's time. */
  requestedAt: string;
  method: PaymentMethod;
  /** The amount due on the day of the registration: a discount that applies on that day is taken off. */
  amountCents: number;
  terms: ChargeTerms;
  description: string;
  payer: Payer;
  /** The receiver of the money, as the payer sees it. */
  merchant: Merchant;
  /** ISO 8601; for Pix, when a code of a fixed amount stops being payable. */
  expiresAt: string | null;
  /** For Pix: how long that is from its making, whenever it is made; null where the end itself was agreed. */
  lifetimeSeconds: number | null;
  /** `YYYY-MM-DD`, a business day: until then a boleto, or a Pix that falls due, is paid without fine. */
  dueDate: string | null;
  /** Set for a Pix that falls due: how long it is payable with late fees. A gateway that registers none ignores it. */
  late: LateTime | null;
  installments: number;
  /** The gateway's own card token; never a card number. */
  cardToken: string | null;
  cardUse: CardUse;
  /** Where a payer comes back to from the bank's page. */
  returnUrl: string;
  /** Set for a Pix that the payer's bank debits by itself: nobody is shown a code. */
  debit?: Debit | null;
}

/** The time after a due date in which a charge is still payable, with fine and interest. */
export interface LateTime {
  /** Calendar days after the due date. */
  days: number;
  /** ISO 8601: its end. */
  until: string;
}

/**
 * `once`: the payer is there and pays this. `kept`: the payer is there, and agrees that the card is charged again
 * later. `on_file`: nobody is there; a card that was kept is charged as was agreed.
 */
export type CardUse = 'once' | 'kept' | 'on_file';

/**
 * The terms that the store agreed with the payer, for a gateway that registers them with the charge. Neither a boleto's
 * barcode nor a Pix payload carries any of them: a bank takes the fine and interest of a boleto from its registration,
 * and a payer's app those of a Pix charge with a due date (`cobv`: `multa`, `juros`, `desconto`) from the charge's
 * location. Percentages of fine and interest are of `subtotalCents` less the discount that applies on the day of the
 * payment; `quote` of `amounts.ts` is the rule.
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
  | {
      status: 'registered';
      chargeId: string;
      /** Null where it is paid, and the gateway no longer says with what. */
      artefacts: ChargeArtefacts | null;
      /** The money, where the answer tells of it already; a callback says the same once more. */
      paid?: ReceivedMoney;
    }
  | {
      status: 'refused';
      chargeId: string | null;
      reason: string;
      /** The same would be refused again: a fresh attempt is not made by itself. */
      isFinal?: true;
      /** In the gateway's own words, for operators: codes and ids, nothing of a person. */
      detail?: string;
    };

export interface ReceivedMoney {
  /** The id of the payment at the gateway: the same id is the same money. */
  paymentId: string;
  /** Hundredths of the currency. */
  amountCents: number;
  currency?: Currency;
  /** ISO 8601. */
  paidAt: string;
  /** The number by which all banks know a Pix: 32 letters and digits. */
  endToEndId?: string;
  /** The gateway's price, where it says so with the money; `payment_priced` may say it later. */
  fee?: PaymentFee;
}

/** A gateway's price of a payment, and when the store has the rest. */
export interface PaymentFee {
  /** From 0 to the amount of the payment. */
  feeCents: number;
  /** `YYYY-MM-DD`, in Brazil: the day on which the gateway lets the store have the money. */
  availableOn: string;
}

/** ISO 4217, in capitals; absent: BRL, which is the only one that is booked (`isBookable`). */
export type Currency = string;

/** Whether an amount is in the currency of the books: 9,000 yen are no R$ 90.00. */
export function isBookable({ currency = 'BRL' }: { currency?: Currency }): boolean {
  return currency === 'BRL';
}

/** The means of payment, by method. */
export type ChargeArtefacts =
  | {
      method: 'pix';
      qrCode: string;
      /** Null where the gateway keeps it to itself. */
      txid: string | null;
      expiresAt: string;
      /**
       * `YYYY-MM-DD`; set for a charge whose bank asks for fine and interest after this day, and for less where a
       * discount applies. Absent: the code asks for the amount of its registration.
       */
      dueDate?: string;
      /** The payer of the code agrees to the debits of a subscription too. */
      authorizes?: true;
    }
  | {
      /** A debit that the payer's bank makes by itself. */
      method: 'pix_automatic';
      txid: string;
      /** `YYYY-MM-DD`. */
      settlesOn: string;
    }
  | {
      method: 'boleto';
      barcode: string;
      digitableLine: string;
      /** The bank's number of the boleto (nosso número); null where the gateway keeps it to itself. */
      ourNumber: string | null;
      dueDate: string;
      /** The document as the gateway draws it; absent: ours is. */
      pdfUrl?: string;
      /**
       * The charge asks for the amount of its registration on any day, and cannot be paid after its due date: the
       * gateway registers neither fine nor interest.
       */
      isFixed?: true;
    }
  | {
      method: 'card';
      brand: string;
      /** Null once its payer was erased. */
      last4: string | null;
      installments: number;
      /** Where the payer must confirm with the bank before anything is decided. */
      nextActionUrl?: string;
      /** Set for a card that the gateway keeps from now on. */
      kept?: CardMark;
    };

/** The data by which a card is known again. */
export interface CardMark {
  /** The gateway's mark, the same for every token of the card; null where it gives none. */
  fingerprint: string | null;
  /** The card's last month. */
  expMonth: number | null;
  expYear: number | null;
}

/** A card that the gateway is to keep for a payer, and charge while nobody is there. */
export interface KeepCardRequest {
  /** Asking twice for one token keeps one card. */
  cardToken: string;
  payer: Payer;
}

/**
 * `kept`: with the token by which it is charged from now on. `refused`: the card's bank does not agree; the reason is
 * from `refusal-reasons.ts`.
 */
export type KeepCardResult =
  | ({ status: 'kept'; cardToken: string; brand: string; last4: string } & CardMark)
  | { status: 'refused'; reason: string };

export interface RefundRequest {
  refundId: number;
  /** As a charge's. */
  keyNumber: number;
  gatewayPaymentId: string;
  amountCents: number;
}

export interface RefundResult {
  status: 'pending' | 'refunded' | 'refused';
  /** Null where it was refused before it was made. */
  gatewayRefundId: string | null;
  /** The reason of a refusal, in the gateway's word. */
  reason?: string;
}

/** A callback as it came: a signature covers these bytes, not what they parse to. */
export interface RawCallback {
  body: string;
  /** The secret in its address and what follows, `secret/pix`; empty where there is none. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
}

/**
 * The content of a callback, in the words of the port. The content names no person. `unlessFailed`: this gateway never
 * takes back the failure of a refund, so a success that is told after it is old.
 */
export type GatewayEvent =
  | ({ id: string; type: 'payment_confirmed' } & EventCharge & ReceivedMoney)
  | ({ id: string; type: 'payment_refused'; reason: string } & EventCharge)
  | { id: string; type: 'refund_confirmed'; refundId: number; gatewayRefundId: string; unlessFailed?: boolean }
  | { id: string; type: 'refund_refused'; refundId: number; reason: string }
  | ({ id: string; type: 'refund_made_elsewhere' } & ElsewhereRefund)
  | ({ id: string; type: 'dispute' } & DisputeNews)
  | ({ id: string; type: 'payment_priced'; paymentId: string } & PaymentFee)
  | ({ id: string; type: 'payout' } & PayoutNews)
  | ({ id: string; type: 'mandate' } & MandateNews);

/** A gateway sends money to the store's bank account, or that has failed. */
export interface PayoutNews {
  gatewayPayoutId: string;
  status: PayoutStatus;
  amountCents: number;
  currency?: Currency;
  /** `YYYY-MM-DD`: the day on which the bank has it. */
  arrivesOn: string;
  /** Set for a payout that failed. In the gateway's word. */
  failureReason: string | null;
  /** The money in it; absent where the books of the gateway tell of it later. */
  items?: PayoutItem[];
}

/** A part of a payout, in the gateway's words. */
export interface PayoutItem {
  kind: 'payment' | 'refund' | 'other';
  /** The id of the payment or refund, at the gateway. */
  id: string;
  /** After the gateway's price; negative for money that was taken from the payout. */
  netCents: number;
}

export const PAYOUT_STATUSES = ['pending', 'paid', 'failed'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** The payer has agreed to a mandate, or it has ended. */
export type MandateNews = { gatewayMandateId: string } & ({ status: 'authorized' } | MandateEnd);

/** The attempt that an event speaks of. */
export interface EventCharge {
  attemptId: number;
  /**
   * Set for a refusal: a refusal of another charge of the same attempt says nothing of the charge that its payer sees.
   * A debit that is tried again is another charge of the first attempt at its gateway.
   */
  chargeId?: string;
}

/** Money that the store gave back at the gateway itself, and not by a refund of ours. */
export interface ElsewhereRefund {
  paymentId: string;
  gatewayRefundId: string;
  amountCents: number;
  currency?: Currency;
  /** Set for a refund that failed after it had seemed to succeed. */
  failureReason: string | null;
  /** As of a `GatewayEvent`. */
  unlessFailed?: boolean;
}

export const DISPUTE_STATUSES = ['open', 'under_review', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];
/** The bank has decided. */
export const ENDED_DISPUTE_STATUSES: readonly DisputeStatus[] = ['won', 'lost'];

export const DISPUTE_KINDS = ['chargeback', 'med'] as const;
/**
 * `chargeback`: of a card. `med`: of a Pix, by the special mechanism of return (Mecanismo Especial de Devolução) of
 * Resolution BCB 103/2021.
 */
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

export const EVIDENCE_KINDS = [
  ...['receipt', 'customer_communication', 'service_documentation', 'shipping_documentation'],
  ...['refund_policy', 'cancellation_policy', 'customer_signature', 'other'],
] as const;
/** The kind of a file by which a store answers a dispute: a dispute has one of each at most. */
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];
export const EVIDENCE_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type EvidenceType = (typeof EVIDENCE_TYPES)[number];

/** The store's answer to a dispute, which is as the gateway told of it last. An answer is given once. */
export interface DisputeAnswer extends Pick<
  DisputeNews,
  'paymentId' | 'gatewayDisputeId' | 'kind' | 'amountCents' | 'reason'
> {
  /** Up to 20,000 characters. */
  explanation: string;
  files: { kind: EvidenceKind; name: string; mediaType: EvidenceType; bytes: Buffer }[];
}

/** `refused`: the gateway does not take the answer, for a reason in its word. */
export type DisputeAnswerResult = { status: 'taken' } | { status: 'refused'; reason: string };

/** A payer's bank wants a payment back, or has decided about it. */
export interface DisputeNews {
  paymentId: string;
  gatewayDisputeId: string;
  /** Absent: `chargeback`. */
  kind?: DisputeKind;
  /** The refund by which the money of a lost dispute went back, where the gateway has one of its own. */
  gatewayRefundId?: string;
  /** `open`: the store can answer; `under_review`: the bank decides; `won`: the store keeps the money. */
  status: DisputeStatus;
  amountCents: number;
  currency?: Currency;
  /** In the gateway's word. */
  reason: string;
  /** ISO 8601; until when the store can answer. */
  answerUntil: string | null;
  /** ISO 8601; when the gateway said so. Earlier words of the gateway are not news. */
  saidAt: string;
}

/** The charges and refunds that a gateway has on record, to be read a page at a time. */
export interface GatewayBooks {
  /**
   * Charges made in a time, newest first; those without an id of ours are of somebody else's making. All three lists go
   * on after the gateway's own id of an entry that was read before.
   */
  charges(made: TimeSpan, after?: string): AsyncIterable<BookedCharge>;
  /** A charge, whenever it was made; null where there is none. */
  charge(chargeId: string): Promise<BookedCharge | null>;
  refunds(made: TimeSpan, after?: string): AsyncIterable<BookedRefund>;
  disputes(opened: TimeSpan, after?: string): AsyncIterable<DisputeNews>;
  /** The gateway's prices; absent where each payment is told with its own. */
  prices?(made: TimeSpan, after?: string): AsyncIterable<BookedPrice>;
  /** The payouts with all that is in each; absent where the money comes to the store's own account. */
  payouts?(made: TimeSpan, after?: string): AsyncIterable<PayoutNews & { items: PayoutItem[] }>;
}

/** The price of a payment, as the gateway has it on record. */
export interface BookedPrice extends PaymentFee {
  /** The gateway's id of the entry. */
  entryId: string;
  paymentId: string;
}

/** Real time. */
export interface TimeSpan {
  since: Date;
  until: Date;
}

export interface BookedCharge {
  /** Null where the list tells of the money alone, and not of the charge that brought it. */
  chargeId: string | null;
  /** The attempt that it was made for, or null where it names none. */
  attemptId: number | null;
  /** The invoice of that attempt. */
  invoiceId: number | null;
  /** `payable`: the payer can still pay it. `expired`: its time ran out, or it was never begun. */
  state: 'payable' | 'paid' | 'failed' | 'canceled' | 'expired';
  amountCents: number;
  currency?: Currency;
  /** The charge may have been paid days before its gateway knows, as a boleto is. */
  isToldLate: boolean;
  /** Set for a paid charge. */
  paid: ReceivedMoney | null;
  /** Set for a failed charge. */
  reason: string | null;
}

export interface BookedRefund {
  gatewayRefundId: string;
  /** Ours, or null where it was made elsewhere. */
  refundId: number | null;
  paymentId: string;
  state: 'pending' | 'succeeded' | 'failed';
  amountCents: number;
  currency?: Currency;
  reason: string | null;
}

/** The gateway could not be reached or answered nonsense; the same call may go through later. */
export class GatewayUnavailableError extends Error {
  override name = 'GatewayUnavailableError';
  /** The time for which the gateway asks to be left alone; null where it does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, options: ErrorOptions & { retryAfterSeconds?: number | null } = {}) {
    super(message, options);
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

/**
 * The gateway has stored a failure under the idempotency key, and would answer with it whatever is asked. Nothing was
 * made under it: the next try may take another.
 */
export class KeyUsedUpError extends GatewayUnavailableError {
  override name = 'KeyUsedUpError';
}

/** The failures of a store's access to its gateway: the key was revoked, it may not do this, or there is none. */
export const ACCOUNT_FAILURES = ['key_refused', 'permission_missing', 'not_configured'] as const;
export type AccountFailure = (typeof ACCOUNT_FAILURES)[number];

/** The store's access to its gateway is refused. The store must mend it; what waits for it then goes on. */
export class GatewayAccountError extends GatewayUnavailableError {
  override name = 'GatewayAccountError';
  readonly failure: AccountFailure;

  constructor(failure: AccountFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** A callback that is not from the gateway, or not one that it would send. */
export class InvalidCallbackError extends Error {
  override name = 'InvalidCallbackError';
}
