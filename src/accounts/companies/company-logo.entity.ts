import { defineEntity, p } from '@mikro-orm/postgresql';
import { Company } from './company.entity.ts';

/** The picture that a store shows on its checkout; apart from the company, which is read with every request. */
export const CompanyLogoSchema = defineEntity({
  name: 'CompanyLogo',
  tableName: 'company_logos',
  properties: {
    companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id').primary(),
    /** `image/png`, `image/jpeg` or `image/webp`; never SVG, which can carry scripts. */
    contentType: p.text(),
    bytes: p.blob(),
    /** In pixels; null for a picture of before migration 0053, which was never decoded. */
    width: p.integer().strictNullable(),
    height: p.integer().strictNullable(),
    updatedAt: p.datetime(3),
  },
});

export class CompanyLogo extends CompanyLogoSchema.class {}
CompanyLogoSchema.setClass(CompanyLogo);
