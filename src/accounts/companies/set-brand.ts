import type { EntityManager } from '@mikro-orm/postgresql';
import { fitPicture, type FittedPicture } from '../../base/files/fit-picture.ts';
import { typeOfFile } from '../../base/files/type-of-file.ts';
import { invalidFields } from '../../base/errors/errors.ts';
import { changeCompany, type Changes } from './change-company.ts';
import type { Company } from './company.entity.ts';
import { CompanyLogo } from './company-logo.entity.ts';
import { checkTaxDocument } from './set-beneficiary.ts';

/** The bytes of a picture that is sent. */
export const MAX_LOGO_BYTES = 1_000_000;
/** The bytes and pixels of the picture that is kept: a checkout weighs 60 kB in all, and draws it half as wide. */
const KEPT_LOGO = { width: 280, height: 96, maxBytes: 24_000 };

export interface BrandChanges {
  name?: string;
  /** `#rrggbb`; null for the platform's own. */
  color?: string | null;
  /** CPF or CNPJ, with or without punctuation; null removes it. */
  document?: string | null;
  /** The bytes of a PNG, JPEG or WebP picture, of which a smaller one is kept; null removes it. */
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
  // Before any row is locked: decoding takes a while.
  const picture = logo && (await readPicture(logo));
  let ofLogo: Changes = {};
  const fields = ['name', 'brandColor', 'document'] as const;
  const { company, changes } = await changeCompany(em, { companyId, fields }, async (store, tx) => {
    if (name !== undefined) store.name = name;
    if (color !== undefined) store.brandColor = color === null ? null : checkColor(color);
    if (document !== undefined) store.document = document === null ? null : checkTaxDocument(document);
    if (picture !== undefined) ofLogo = await replaceLogo(tx, { companyId, picture, now });
  });
  return { company, changes: { ...changes, ...ofLogo } };
}

async function replaceLogo(
  tx: EntityManager,
  { companyId, picture, now }: { companyId: number; picture: FittedPicture | null; now: Date },
): Promise<Changes> {
  const [before] = await tx.execute<{ type: string; size: number }[]>(
    'delete from company_logos where company_id = ? returning content_type as type, length(bytes) as size',
    [companyId],
  );
  if (picture) tx.create(CompanyLogo, { companyId, ...picture, updatedAt: now });
  const describe = (type: string, size: number) => `${type}, ${size} B`;
  if (!before && !picture) return {};
  return {
    logo: {
      before: before ? describe(before.type, before.size) : null,
      after: picture && describe(picture.contentType, picture.bytes.length),
    },
  };
}

function checkColor(color: string): string {
  const lower = color.toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(lower)) throw refuse('color', 'color must be like #1a7f5a.');
  return lower;
}

/** No SVG: it is a document that can carry scripts. */
async function readPicture(bytes: Buffer): Promise<FittedPicture> {
  if (bytes.length > MAX_LOGO_BYTES) {
    const message = `logo must be at most ${MAX_LOGO_BYTES / 1_000_000} MB.`;
    throw invalidFields([{ field: 'logo', code: 'logo.too_large', message }]);
  }
  const isPicture = typeOfFile(bytes)?.startsWith('image/');
  const picture = isPicture ? await fitPicture(bytes, KEPT_LOGO) : null;
  if (picture) return picture;
  throw refuse('logo', 'logo must be a PNG, JPEG or WebP picture.');
}

function refuse(field: string, message: string): Error {
  return invalidFields([{ field, code: `${field}.invalid`, message }]);
}
