import type { Merchant, Payer } from './payer.ts';

export const MANDATE_JOURNEYS = ['bank_request', 'qr_code', 'first_payment'] as const;
/**
 * The way in which a payer agrees, by the Central Bank's numbers: 1, the payer's bank asks in its app; 2, a code that
 * authorises; 3, a code that pays the first charge and authorises.
 */
export type MandateJourney = (typeof MANDATE_JOURNEYS)[number];

/** How often a bank debits by a mandate; the Central Bank has no others. */
export type MandateFrequency = 'week' | 'month' | 'quarter' | 'half_year' | 'year';

export const MANDATE_ENDERS = ['payer', 'store', 'bank'] as const;
/** The party that ended a mandate. */
export type MandateEnder = (typeof MANDATE_ENDERS)[number];

/** The bank debits by itself what a payer agreed to once: Pix Automático. Absent from a gateway that cannot. */
export interface MandateGateway {
  /** Asks for a payer's agreement. The mandate's id is the idempotency key: to ask again says how it stands. */
  request(request: MandateRequest): Promise<MandateState>;
  /** How it stands; null for one that the gateway does not know. */
  query(gatewayMandateId: string): Promise<MandateState | null>;
  /** Ends it. To cancel one that has ended, or that was never made, changes nothing. */
  cancel(mandate: MandateReference): Promise<void>;
}

/** A mandate, as a gateway can find it. */
export interface MandateReference {
  mandateId: number;
  /** Null where the answer to its request never arrived. */
  gatewayMandateId: string | null;
  /** The gateway made it within this time, by its own clock, if at all. */
  madeWithin: { since: Date; until: Date };
}

export interface MandateRequest extends MandateReference {
  journey: MandateJourney;
  payer: Payer;
  merchant: Merchant;
  /** The words by which a payer knows it again; the gateway shortens them. */
  description: string;
  frequency: MandateFrequency;
  /** `YYYY-MM-DD`. */
  firstDueDate: string;
  /** `YYYY-MM-DD`; null: no end. */
  endDate: string | null;
  /** Whether a debit that failed may be tried again. */
  mayRetry: boolean;
  /** Set for `bank_request`. */
  payerAccount: PayerAccount | null;
  /** ISO 8601; until when the payer's bank asks. */
  requestEndsAt: string;
  /** Set for `first_payment`: the charge that is paid with the agreement. */
  firstCharge: { chargeId: string; qrCode: string } | null;
}

/** The account that a payer's bank is asked about. */
export interface PayerAccount {
  /** The number of the bank in the Pix (ISPB): eight digits or capital letters. */
  ispb: string;
  branch: string | null;
  account: string;
}

export type MandateState = MandateAtGateway & ({ status: 'pending' } | { status: 'authorized' } | MandateEnd);

interface MandateAtGateway {
  /** Null where the gateway refused to make it. */
  gatewayMandateId: string | null;
  /** The code that authorises alone; null where the gateway has none. */
  qrCode: string | null;
  /** The code of `firstCharge` that authorises too. */
  firstChargeQrCode: string | null;
}

/** The end of a mandate. `rejected`: the payer, or the payer's bank, did not agree. */
export interface MandateEnd {
  status: 'rejected' | 'expired' | 'canceled';
  endedBy: MandateEnder | null;
  /** In the gateway's word. */
  endReason: string | null;
}

/** A charge that a payer's bank debits by itself. */
export interface Debit {
  gatewayMandateId: string;
  /** `YYYY-MM-DD`, a business day. */
  settlesOn: string;
  /** The attempt whose debit failed and is tried again; null for the first. */
  retriesAttemptId: number | null;
}
