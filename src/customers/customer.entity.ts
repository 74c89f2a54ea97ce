import { defineEntity, p } from '@mikro-orm/postgresql';
import { Company } from '../companies/company.entity.ts';
import { ENVIRONMENTS, type Environment } from '../companies/environment.ts';

/** Who pays. */
export const CustomerSchema = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  indexes: [{ name: 'customers_store', properties: ['companyId', 'environment', 'id'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id'),
    environment: p.enum(ENVIRONMENTS).$type<Environment>(),
    name: p.text(),
    email: p.text(),
    /** CPF or CNPJ without punctuation. */
    document: p.text().strictNullable(),
    phone: p.text().strictNullable(),
    externalReference: p.text().strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class Customer extends CustomerSchema.class {}
CustomerSchema.setClass(Customer);
