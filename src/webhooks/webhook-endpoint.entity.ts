import { defineEntity, p } from '@mikro-orm/postgresql';
import { Company } from '../companies/company.entity.ts';
import { ENVIRONMENTS, type Environment } from '../companies/environment.ts';

/** Where a store wants to be told, and of what. */
export const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  indexes: [{ name: 'webhook_endpoints_store', properties: ['companyId', 'environment', 'id'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id'),
    environment: p.enum(ENVIRONMENTS).$type<Environment>(),
    url: p.text(),
    /** Event names, or `*`. */
    events: p.array().columnType('text[]'),
    description: p.text().strictNullable(),
    /** Encrypted; see `SecretBox`. */
    secret: p.text(),
    enabled: p.boolean().default(true),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    /** Deleted endpoints stay for the log of their deliveries; nothing is sent to them. */
    deletedAt: p.datetime(3).strictNullable(),
  },
});

export class WebhookEndpoint extends WebhookEndpointSchema.class {}
WebhookEndpointSchema.setClass(WebhookEndpoint);
