import type { SandboxOutcome } from '../invoices/payment.schema.ts';
import type { InvoiceStatus } from '../invoices/state-machine.ts';
import type { CardEntry } from '../gateways/gateway-provider.ts';
import type { InstallmentInterest } from '../banking/installments.ts';
import type { PaymentMethod } from '../banking/payment-method.ts';
import type { SubscriptionInterval } from '../subscriptions/schedule.ts';

/**
 * The data that the payer's page shows. The view carries no more of the payer than the page needs: no name, no
 * document, no e-mail; and amounts in cents, for the templates to write in the payer's language.
 */
export interface CheckoutView {
  /** The unguessable part of the page's address; the only key to everything below. */
  hash: string;
  store: {
    name: string;
    /** `#rrggbb`, or null for the platform's own. */
    brandColor: string | null;
    /** Changes with the picture; null where the store has none. */
    logoVersion: string | null;
  };
  /** The beneficiary of the money, with CPF or CNPJ, and the ways by which a payer asks; null: not this way. */
  receiver: {
    name: string;
    document: string | null;
    email: string | null;
    phone: string | null;
    whatsapp: string | null;
  };
  isSandbox: boolean;
  /** The outcomes that the page of a sandbox invoice offers; null where no gateway is simulated. */
  plays: PlayedOutcome[] | null;
  status: InvoiceStatus;
  state: CheckoutState;
  method: PaymentMethod;
  /** The methods among which the payer can choose now, `method` among them; empty: there is no choice. */
  methods: PaymentMethod[];
  /** The method by which the invoice is charged now: the page of another one is shown beside it. */
  chargedBy: PaymentMethod;
  /** The store's own words. */
  description: string | null;
  items: { name: string; quantity: number; unitPriceCents: number; amountCents: number }[];
  subtotalCents: number;
  discountCents: number;
  /** The code of the coupon that gave the discount; absent or null: none did. */
  couponCode?: string | null;
  fineCents: number;
  interestCents: number;
  /** The interest of the card payment in parts that is under way, or that has paid. */
  installmentInterestCents: number;
  /**
   * The amount that the payer pays today, late fees and discount of the day included; once paid, the settled amount.
   */
  totalCents: number;
  /** The money that arrived. */
  amountPaidCents: number;
  /** The part of the total that credit notes took off. */
  amountCreditedCents: number;
  amountRefundedCents: number;
  /** The amount of the code or card that is under way; without either, the amount that the day asks for. */
  amountDueCents: number;
  /** The money that arrived beyond the total and was not given back. */
  overpaidCents: number;
  /** `YYYY-MM-DD`. */
  dueDate: string | null;
  paidAt: Date | null;
  /** The further course of the subscription that made it; null where none did, or where nothing follows any more. */
  renewal: {
    /** The price of each renewal as things are agreed now, which need not be the amount of this invoice. */
    amountCents: number;
    interval: SubscriptionInterval;
    intervalCount: number;
    /** Whether it ends by itself, and not only when somebody cancels it. */
    hasEnd: boolean;
    /** Whether a card that is submitted here is kept, and charged at each renewal. */
    keepsCard: boolean;
    /** Whether a payer is asked to agree that the bank debits each renewal. */
    asksForDebits: boolean;
  } | null;
  /** The days that a subscription's invoice is for, both `YYYY-MM-DD`. */
  period: { from: string; to: string } | null;
  /** Present while there is a code to pay. */
  pix: {
    qrCode: string;
    expiresAt: Date;
    /** `YYYY-MM-DD`; set for a code whose bank asks for late fees after this day. */
    dueDate: string | null;
    /** Whether its payer agrees to the debits of a subscription too. Absent: no. */
    authorizes?: boolean;
  } | null;
  /** `YYYY-MM-DD`: when the payer's bank debits it; null where the payer pays. */
  debitedOn: string | null;
  /** Present while there is a boleto to pay. */
  boleto: {
    digitableLine: string;
    barcode: string;
    dueDate: string;
    /** The gateway draws the document, and its address is not ours. */
    isDrawnElsewhere: boolean;
  } | null;
  card: {
    maxInstallments: number;
    /** The interest of paying in parts; null: none. */
    installmentInterest: InstallmentInterest | null;
    /** Whether the payer is asked if the store may keep the card. Absent: no. */
    asksToSave?: boolean;
    /** The card of a payment under way, or of the one that was paid with. */
    brand: string | null;
    last4: string | null;
    /** Where the payer confirms the payment with the bank; null when nothing is asked. */
    nextActionUrl: string | null;
    /** The form's way to take a card; null where none is asked for, or the store has no gateway that could take it. */
    entry: CardEntryView | null;
    /** The text by which the payer finds the payment on the card's statement; absent or null: it is not known. */
    statementText?: string | null;
  };
  /** The gateway's word on the last refused attempt; null when the last one was not refused. */
  refusalReason: string | null;
  /** The store's IANA time zone, in which times are told. */
  timeZone: string;
  /** When the store's day is over, from when on another amount may be asked for; null where nothing is to be paid. */
  dayEndsAt: Date | null;
  /** Where the payer goes on once there is nothing to pay; null: nowhere. */
  returnUrl: string | null;
  /** When this was read, in the store's time: what is left of a code's time is counted from here. */
  now: Date;
  /** Changes whenever the page would look different; the page is fetched anew when it does. */
  version: string;
}

/** The data that a page needs so that a card goes from its payer to the gateway. Nothing in it is secret. */
export interface CardEntryView {
  /** Address of the module that makes the token. */
  tokeniser: string;
  /** Public words for it. */
  options: Readonly<Record<string, string>>;
  /** Whether the module brings the field for the card's details, and no plain ones are drawn. */
  hasOwnFields: boolean;
  /** The brands of cards that are taken, as `visa`. */
  brands: readonly string[];
  /** Origins that the page may load from, beside its own. */
  origins: CardEntry['origins'];
}

/** The outcomes that the page of a sandbox invoice offers. */
export const PLAYED_OUTCOMES = ['confirmed', 'refused', 'disputed'] as const satisfies SandboxOutcome[];
export type PlayedOutcome = (typeof PLAYED_OUTCOMES)[number];

/** The kind of the page. */
export type CheckoutState =
  /** The gateway is making the code or the boleto: it is there in a moment. */
  | 'preparing'
  /** A Pix code or a boleto, before or after its due date (`overdue` when after). */
  | 'awaiting_payment'
  | 'overdue'
  /** The payer's bank debits it on its day: there is nothing to do. */
  | 'debited'
  /**
   * A code or boleto that can no longer be paid, or whose time ran out where the store allows a fresh one; the payer
   * can ask for it.
   */
  | 'lapsed'
  /** The card form; with a refusal reason when the last card was refused. */
  | 'card_form'
  /** A card payment is with the gateway. */
  | 'processing'
  /** The payer must confirm with the bank. */
  | 'second_step'
  /** A Pix or boleto was refused too often; the payer can ask for a fresh one. */
  | 'refused'
  | 'paid'
  | 'refunded'
  /**
   * The time of the invoice has passed: a Pix code that ran out, an overdue boleto past its last day, an abandoned card
   * payment.
   */
  | 'expired'
  | 'canceled'
  /** The store may take no payments now: there is nothing to pay with. */
  | 'suspended';
