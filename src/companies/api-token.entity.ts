import { defineEntity, p } from '@mikro-orm/postgresql';
import { Company } from './company.entity.ts';
import { ENVIRONMENTS, type Environment } from './environment.ts';

/** An API token of a company in one environment. Only its hash is kept. */
export const ApiTokenSchema = defineEntity({
  name: 'ApiToken',
  tableName: 'api_tokens',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id').index(),
    environment: p.enum(ENVIRONMENTS).$type<Environment>(),
    /** SHA-256 of the token, hexadecimal. A 256-bit random token needs no slow hash. */
    tokenHash: p.text().unique(),
    createdAt: p.datetime(3),
    revokedAt: p.datetime(3).strictNullable(),
  },
});

export class ApiToken extends ApiTokenSchema.class {}
ApiTokenSchema.setClass(ApiToken);
