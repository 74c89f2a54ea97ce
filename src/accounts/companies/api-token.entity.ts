import { defineEntity, p } from '@mikro-orm/postgresql';
import { Company } from './company.entity.ts';
import { ENVIRONMENTS, type Environment } from '../../base/environment.ts';
import type { TokenScope } from '../../base/http/token-scopes.ts';

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
    /** The name that the store's people gave it; empty for tokens that have none. */
    name: p.text().default(''),
    /** The rights; null: all of them. */
    scopes: p.json<TokenScope[]>().strictNullable(),
    /** Networks in CIDR notation, or addresses, from which it may be used; null: from everywhere. */
    networks: p.json<string[]>().strictNullable(),
    createdAt: p.datetime(3),
    /** Real time, at most a minute behind; null while it was never used. */
    lastUsedAt: p.datetime(3).strictNullable(),
    lastUsedFrom: p.text().strictNullable(),
    /** When the store was last mailed that the token was refused because of the address it came from. */
    refusalMailedAt: p.datetime(3).strictNullable(),
    /** When it stops working, as its maker or a rotation set; null: when it is revoked. */
    expiresAt: p.datetime(3).strictNullable(),
    revokedAt: p.datetime(3).strictNullable(),
  },
});

export class ApiToken extends ApiTokenSchema.class {}
ApiTokenSchema.setClass(ApiToken);
