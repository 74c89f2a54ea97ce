import type { EntityManager } from '@mikro-orm/postgresql';
import { typeOfFile } from '../../base/files/type-of-file.ts';
import { invalidFields } from '../../base/errors/errors.ts';
import { changeCompany, type Changes } from './change-company.ts';
import type { Company } from './company.entity.ts';
import { CompanyLogo } from './company-logo.entity.ts';
import { checkTaxDocument } from './set-beneficiary.ts';

/** A checkout weighs 60 kB in all. */
export const MAX_LOGO_BYTES = 24_000;

export interface BrandChanges {
  name?: string;
  /** `#rrggbb`; null for the platform's own. */
  color?: string | null;
  /** CPF or CNPJ, with or without punctuation; null removes it. */
  document?: string | null;
  /** The bytes of a PNG, JPEG or WebP picture; null removes it. */
  logo?: Buffer | null;
}

interface SetBrandInput {
  companyId: number;
  changes: BrandChanges;
  now: Date;
}

/**
 * Changes how a store looks to its payers. Fields that are not given stay.
 *
 * @returns the store, and the changed fields; for a logo, its type and size
 * @throws ApiError 404; 422 for a colour, document or picture that cannot be shown
 */
export async function setBrand(
  em: EntityManager,
  { companyId, changes: given, now }: SetBrandInput,
): Promise<{ company: Company; changes: Changes }> {
  const { name, color, document, logo } = given;
  let ofLogo: Changes = {};
  const fields = ['name', 'brandColor', 'document'] as const;
  const { company, changes } = await changeCompany(em, { companyId, fields }, async (store, tx) => {
    if (name !== undefined) store.name = name;
    if (color !== undefined) store.brandColor = color === null ? null : checkColor(color);
    if (document !== undefined) store.document = document === null ? null : checkTaxDocument(document);
    if (logo !== undefined) ofLogo = await replaceLogo(tx, { companyId, logo, now });
  });
  return { company, changes: { ...changes, ...ofLogo } };
}

async function replaceLogo(
  tx: EntityManager,
  { companyId, logo, now }: { companyId: number; logo: Buffer | null; now: Date },
): Promise<Changes> {
  const contentType = logo && typeOfPicture(logo);
  const [before] = await tx.execute<{ type: string; size: number }[]>(
    'delete from company_logos where company_id = ? returning content_type as type, length(bytes) as size',
    [companyId],
  );
  if (logo) tx.create(CompanyLogo, { companyId, contentType: contentType!, bytes: logo, updatedAt: now });
  const describe = (type: string, size: number) => `${type}, ${size} B`;
  if (!before && !logo) return {};
  return {
    logo: {
      before: before ? describe(before.type, before.size) : null,
      after: logo && describe(contentType!, logo.length),
    },
  };
}

function checkColor(color: string): string {
  const lower = color.toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(lower)) throw refuse('color', 'color must be like #1a7f5a.');
  return lower;
}

/** No SVG: it is a document that can carry scripts. */
function typeOfPicture(bytes: Buffer): string {
  if (bytes.length > MAX_LOGO_BYTES) {
    const message = `logo must be at most ${MAX_LOGO_BYTES / 1_000} kB.`;
    throw invalidFields([{ field: 'logo', code: 'logo.too_large', message }]);
  }
  const type = typeOfFile(bytes);
  if (type?.startsWith('image/')) return type;
  throw refuse('logo', 'logo must be a PNG, JPEG or WebP picture.');
}

function refuse(field: string, message: string): Error {
  return invalidFields([{ field, code: `${field}.invalid`, message }]);
}
