import { defineEntity, p } from '@mikro-orm/postgresql';

/** The end of a chain of the audit log: of a store, or of the platform (0). */
export const AuditChainSchema = defineEntity({
  name: 'AuditChain',
  tableName: 'audit_chains',
  properties: {
    companyId: p.bigint('number').primary().autoincrement(false),
    number: p.bigint('number'),
    hash: p.text(),
  },
});

export class AuditChain extends AuditChainSchema.class {}
AuditChainSchema.setClass(AuditChain);
