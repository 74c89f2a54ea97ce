import { defineEntity, p } from '@mikro-orm/postgresql';
import { Company } from './company.entity.ts';
import { ENVIRONMENTS, type Environment } from '../../base/environment.ts';

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
    /** The last characters of the token, by which people tell theirs apart. Null for tokens made before 0.2.0. */
    hint: p.text().strictNullable(),
    createdAt: p.datetime(3),
    /** Real time, at most a minute behind; null while it was never used. */
    lastUsedAt: p.datetime(3).strictNullable(),
    /** When a token that was rotated away stops working; null: when it is revoked. */
    expiresAt: p.datetime(3).strictNullable(),
    revokedAt: p.datetime(3).strictNullable(),
  },
});

export class ApiToken extends ApiTokenSchema.class {}
ApiTokenSchema.setClass(ApiToken);
