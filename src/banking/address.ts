/** Where a customer lives or is registered, as the record keeps it. */
export interface Address {
  /** CEP, eight digits. */
  zip_code: string;
  street: string;
  number: string;
  complement: string | null;
  district: string;
  city: string;
  /** Two letters of the federative unit. */
  state: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}
