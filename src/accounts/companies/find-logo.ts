import type { EntityManager } from '@mikro-orm/postgresql';
import { reader } from '../../base/db/transaction.ts';
import { CompanyLogo } from './company-logo.entity.ts';

/** The picture of a store, or null. */
export function findLogo(em: EntityManager, companyId: number): Promise<CompanyLogo | null> {
  return reader(em).findOne(CompanyLogo, { companyId });
}

/** The bytes of a store's picture for a PDF, which takes a PNG or JPEG that was decoded once; null: there is none. */
export async function findPrintableLogo(em: EntityManager, companyId: number): Promise<Buffer | null> {
  const logo = await findLogo(em, companyId);
  return logo?.width ? Buffer.from(logo.bytes) : null;
}

/** Changes with the picture, so that an address that names it may be kept; null where the store has none. */
export async function findLogoVersion(em: EntityManager, companyId: number): Promise<string | null> {
  const logo = await reader(em).findOne(CompanyLogo, { companyId }, { fields: ['updatedAt'] });
  return logo && String(logo.updatedAt.getTime());
}
