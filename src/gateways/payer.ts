import type { Address } from '../banking/address.ts';

export interface Payer {
  /** Ours. */
  customerId: number;
  name: string;
  email: string;
  /** CPF or CNPJ without punctuation. */
  document: string | null;
  phone: string | null;
  address: Address | null;
}

/** The receiver of the money, as the payer sees it. */
export interface Merchant {
  name: string;
  city: string;
}
