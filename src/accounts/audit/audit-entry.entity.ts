import { defineEntity, p } from '@mikro-orm/postgresql';
import { ApiToken } from '../companies/api-token.entity.ts';
import { Company } from '../companies/company.entity.ts';
import { ENVIRONMENTS, type Environment } from '../../base/environment.ts';
import { Person } from '../people/person.entity.ts';

/**
 * An act in the panel or by API: the person or the token, the moment and the address. Written with the change, never
 * changed, never deleted.
 */
export const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  indexes: [
    { name: 'audit_entries_company', properties: ['companyId', 'id'] },
    { name: 'audit_entries_person', properties: ['personId', 'id'] },
    {
      name: 'audit_entries_token',
      expression: 'create index audit_entries_token on audit_entries (token_id, id) where token_id is not null',
    },
    {
      name: 'audit_entries_unsealed',
      expression: 'create index audit_entries_unsealed on audit_entries (id) where chain_number is null',
    },
    {
      name: 'audit_entries_chain',
      expression:
        'create unique index audit_entries_chain on audit_entries (company_id, chain_number) where chain_number is not null',
    },
    {
      name: 'audit_entries_update',
      expression:
        "create unique index audit_entries_update on audit_entries (subject, (details->>'update_id')) where details->>'update_id' is not null",
    },
    // Few lines of all are the platform's; its log would walk through those of every store.
    {
      name: 'audit_entries_platform',
      expression: 'create index audit_entries_platform on audit_entries (id) where by_operator or company_id is null',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** The store that was changed; null for what concerns a person or the platform. */
    companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id').strictNullable(),
    /** Null for what both environments share. */
    environment: p.enum(ENVIRONMENTS).$type<Environment>().strictNullable(),
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id').strictNullable(),
    /** The API token that acted. */
    tokenId: () => p.manyToOne(ApiToken).mapToPk().fieldName('token_id').strictNullable(),
    /** The person's address at that time; the name of the token; `admin` for a command of an operator. */
    actor: p.text(),
    /**
     * The person acted as the platform: as an operator on the platform's pages, or by a command. A person's rights may
     * change later.
     */
    byOperator: p.boolean().default(false),
    /** `cancelInvoice`: the id of the act. */
    action: p.text(),
    /** The subject of the act, such as `invoice 12`. */
    subject: p.text().strictNullable(),
    /** The changed fields and their new values. No secret, and no data of a payer. */
    details: p.json<Record<string, unknown>>().defaultRaw(`'{}'::jsonb`),
    address: p.text(),
    userAgent: p.text(),
    createdAt: p.datetime(3),
    /** The place of the line in its store's chain, and the hash of all up to it; null until it is chained. */
    chainNumber: p.bigint('number').strictNullable(),
    chainHash: p.text().strictNullable(),
  },
});

export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
