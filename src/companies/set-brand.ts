import type { EntityManager } from '@mikro-orm/postgresql';
import { cnpj, cpf } from 'cpf-cnpj-validator';
import { invalidFields, notFound } from '../errors/errors.ts';
import { Company } from './company.entity.ts';
import { CompanyLogo } from './company-logo.entity.ts';

/** A checkout weighs 60 kB in all. */
export const MAX_LOGO_BYTES = 24_000;

export interface BrandChanges {
  /** `#rrggbb`; null for the platform's own. */
  color?: string | null;
  /** CPF or CNPJ, with or without punctuation; null removes it. */
  document?: string | null;
  /** The bytes of a PNG, JPEG or WebP picture; null removes it. */
  logo?: Buffer | null;
}

/**
 * Changes how a store looks to its payers. What is not given stays.
 *
 * @throws ApiError 404; 422 for a colour, document or picture that cannot be shown
 */
export async function setBrand(
  em: EntityManager,
  { companyId, changes, now }: { companyId: number; changes: BrandChanges; now: Date },
): Promise<Company> {
  return em.transactional(async (tx) => {
    const company = await tx.findOne(Company, companyId);
    if (!company) throw notFound('company', companyId);
    if (changes.color !== undefined) company.brandColor = changes.color && checkColor(changes.color);
    if (changes.document !== undefined) company.document = changes.document && checkDocument(changes.document);
    if (changes.logo !== undefined) {
      await tx.nativeDelete(CompanyLogo, { companyId });
      const { logo } = changes;
      if (logo) tx.create(CompanyLogo, { companyId, contentType: typeOfPicture(logo), bytes: logo, updatedAt: now });
    }
    return company;
  });
}

function checkColor(color: string): string {
  const lower = color.toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(lower)) throw refuse('color', 'color must be like #1a7f5a.');
  return lower;
}

function checkDocument(document: string): string {
  const plain = document.replace(/[.\-/]/g, '').toUpperCase();
  if (!cpf.isValid(plain) && !cnpj.isValid(plain)) throw refuse('document', 'document must be a CPF or CNPJ.');
  return plain;
}

/** By the first bytes, whatever the file is called. No SVG: it is a document that can carry scripts. */
function typeOfPicture(bytes: Buffer): string {
  if (bytes.length > MAX_LOGO_BYTES) throw refuse('logo', `logo must be at most ${MAX_LOGO_BYTES / 1_000} kB.`);
  const starts = (hex: string, offset = 0): boolean =>
    bytes.subarray(offset, offset + hex.length / 2).toString('hex') === hex;
  if (starts('89504e470d0a1a0a')) return 'image/png';
  if (starts('ffd8ff')) return 'image/jpeg';
  if (starts('52494646') && starts('57454250', 8)) return 'image/webp';
  throw refuse('logo', 'logo must be a PNG, JPEG or WebP picture.');
}

function refuse(field: string, message: string): Error {
  return invalidFields([{ field, code: `${field}.invalid`, message }]);
}
