import type { Address } from '../../banking/address.ts';
import type { Adjustment } from '../amounts.ts';
import type { Cents } from '../../base/money/money.ts';

/** Everything that a printed boleto says. Dates are `YYYY-MM-DD`, calendar days of the store. */
export interface BoletoDocument {
  /** 44 digits with a right check digit. Bank, value and digitable line are read from it, so they cannot differ. */
  barcode: string;
  /** The bank's name of the charge ("nosso número"); null where the gateway keeps it to itself. */
  ourNumber: string | null;
  /** The store's name of the charge. */
  documentNumber: string;
  /** The last day without fine. */
  dueDate: string;
  /** The last day on which it is taken at all. */
  lastPaymentDate: string;
  documentDate: string;
  processingDate: string;
  beneficiary: {
    name: string;
    /** CPF or CNPJ without punctuation. */
    document: string | null;
    /** Agency and the beneficiary's code at the bank, as it prints them. */
    account: string | null;
  };
  payer: { name: string; document: string | null; address: Address | null };
  /** The bank's number for the kind of contract ("carteira"). */
  wallet: string | null;
  /** The discount that the value already contains; `until` is the last day of the discount. */
  discount: { cents: Cents; until: string | null } | null;
  /** As agreed, and what it comes to on the first day late. */
  fine: { terms: Adjustment; cents: Cents } | null;
  /** As agreed for a day, and what it comes to on the first day late. */
  interest: { terms: Adjustment; cents: Cents } | null;
  description: string | null;
  /** True for the sandbox: the document is marked as worth nothing. */
  isTest: boolean;
}

/** The value in the barcode, in cents (FEBRABAN, positions 10 to 19). */
export function valueCents({ barcode }: BoletoDocument): Cents {
  return Number(barcode.slice(9, 19));
}
