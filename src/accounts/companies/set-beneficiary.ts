import type { EntityManager } from '@mikro-orm/postgresql';
import { invalidFields } from '../../base/errors/errors.ts';
import { changeCompany, type Changes } from './change-company.ts';
import type { Company } from './company.entity.ts';
import { readTaxDocument } from './tax-document.ts';

/**
 * Changes who is paid, as Pix codes and boletos name them from now on. Codes that payers have stay as they are; a
 * boleto's paper names whoever it is on the day on which it is opened.
 *
 * @param beneficiary with `name` null for the store's own, `document` as people write it, null for none
 * @throws ApiError 404; 422 for a document that is neither CPF nor CNPJ
 */
export function setBeneficiary(
  em: EntityManager,
  {
    companyId,
    beneficiary: { name, document, city },
  }: { companyId: number; beneficiary: { name: string | null; document: string | null; city: string } },
): Promise<{ company: Company; changes: Changes }> {
  const fields = ['beneficiaryName', 'document', 'city'] as const;
  return changeCompany(em, { companyId, fields }, (company) => {
    company.beneficiaryName = name;
    company.document = document === null ? null : checkTaxDocument(document);
    company.city = city;
  });
}

/** @returns it without punctuation. @throws ApiError 422 */
export function checkTaxDocument(document: string): string {
  const plain = readTaxDocument(document);
  if (plain !== null) return plain;
  const message = 'document must be a CPF or CNPJ.';
  throw invalidFields([{ field: 'document', code: 'document.invalid', message }]);
}
