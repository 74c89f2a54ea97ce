import { defineEntity, p } from '@mikro-orm/postgresql';
import { ENVIRONMENTS, type Environment } from '../../base/environment.ts';
import { ApiToken } from '../companies/api-token.entity.ts';
import { Company } from '../companies/company.entity.ts';

/**
 * A request that was made with an API token. A token keeps its last thousand. Real time; no body, no query, no secret.
 */
export const ApiRequestSchema = defineEntity({
  name: 'ApiRequest',
  tableName: 'api_requests',
  indexes: [{ name: 'api_requests_token', properties: ['tokenId', 'id'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    tokenId: () => p.manyToOne(ApiToken).mapToPk().fieldName('token_id').deleteRule('cascade'),
    companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id').deleteRule('cascade'),
    environment: p.enum(ENVIRONMENTS).$type<Environment>(),
    method: p.text(),
    /** Without the query, which may hold the data of a payer. */
    path: p.text(),
    status: p.integer(),
    /** As in the answer's `X-Request-Id`. */
    requestId: p.text(),
    address: p.text(),
    createdAt: p.datetime(3),
  },
});

export class ApiRequest extends ApiRequestSchema.class {}
ApiRequestSchema.setClass(ApiRequest);
