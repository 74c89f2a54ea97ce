import { defineEntity, p } from '@mikro-orm/postgresql';
import { Company } from '../companies/company.entity.ts';
import { Person } from './person.entity.ts';
import { ROLES, type Role } from './roles.ts';

/** The membership of a person in a store, in both its environments. */
export const MembershipSchema = defineEntity({
  name: 'Membership',
  tableName: 'memberships',
  uniques: [{ name: 'memberships_person_company', properties: ['personId', 'companyId'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id').index(),
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id'),
    role: p.enum(ROLES).$type<Role>(),
    createdAt: p.datetime(3),
  },
});

export class Membership extends MembershipSchema.class {}
MembershipSchema.setClass(Membership);
