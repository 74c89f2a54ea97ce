import { defineEntity, p } from '@mikro-orm/postgresql';

/**
 * The mark that tells this Fatura from another that uses the same account at a gateway, as test keys often are: made
 * once, and kept with the record, so that it outlives an address that changes. The table has one row.
 */
export const InstallationSchema = defineEntity({
  name: 'Installation',
  tableName: 'installation',
  properties: {
    id: p.integer().primary().autoincrement(false),
    reference: p.text(),
  },
});

export class Installation extends InstallationSchema.class {}
InstallationSchema.setClass(Installation);
