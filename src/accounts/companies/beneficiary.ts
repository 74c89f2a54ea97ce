import type { Company } from './company.entity.ts';

/** The receiver of the money, as Pix codes and boletos name it. */
export interface Beneficiary {
  name: string;
  city: string;
  /** CPF or CNPJ without punctuation. */
  document: string | null;
}

/** The beneficiary of a store; for a store that names none, the store itself. */
export function beneficiaryOf(company: Pick<Company, 'name' | 'beneficiaryName' | 'city' | 'document'>): Beneficiary {
  return { name: company.beneficiaryName ?? company.name, city: company.city, document: company.document };
}
