import { defineEntity, p } from '@mikro-orm/postgresql';
import { Company } from '../../accounts/companies/company.entity.ts';

/** A receiver of ours that a store without one points its sandbox webhooks at. */
export const SandboxInboxSchema = defineEntity({
  name: 'SandboxInbox',
  tableName: 'sandbox_inboxes',
  indexes: [{ name: 'sandbox_inboxes_company', properties: ['companyId', 'id'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id'),
    /** 144 random bits, the only key to its page. */
    name: p.text().unique(),
    createdAt: p.datetime(3),
  },
});

export class SandboxInbox extends SandboxInboxSchema.class {}
SandboxInboxSchema.setClass(SandboxInbox);
