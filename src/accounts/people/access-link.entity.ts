import { defineEntity, p } from '@mikro-orm/postgresql';
import { ENVIRONMENTS, type Environment } from '../../base/environment.ts';
import { Company } from '../companies/company.entity.ts';
import { Person } from './person.entity.ts';
import { ROLES, type Role } from './roles.ts';

export const LINK_KINDS = ['invitation', 'password_reset', 'alert_address'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** A link that was mailed, and works once: whoever opens it reads that mailbox. Times are real time. */
export const AccessLinkSchema = defineEntity({
  name: 'AccessLink',
  tableName: 'access_links',
  indexes: [{ name: 'access_links_company', properties: ['companyId', 'id'] }],
  checks: [
    {
      name: 'access_links_kind_fields',
      expression:
        "(kind = 'invitation' and company_id is not null and role is not null) or (kind = 'password_reset' and person_id is not null) or (kind = 'alert_address' and company_id is not null and environment is not null)",
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    kind: p.enum(LINK_KINDS).$type<LinkKind>(),
    /** SHA-256, hexadecimal. */
    tokenHash: p.text().unique(),
    email: p.text(),
    /** The person whose password is set anew. */
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id').strictNullable().deleteRule('cascade').index(),
    /** The store that the invitation is to, or whose alerts go to the address. */
    companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id').strictNullable().deleteRule('cascade'),
    environment: p.enum(ENVIRONMENTS).$type<Environment>().strictNullable(),
    role: p.enum(ROLES).$type<Role>().strictNullable(),
    /** The member who invites; null for an operator of the platform. */
    invitedById: () =>
      p.manyToOne(Person).mapToPk().fieldName('invited_by_id').strictNullable().deleteRule('cascade').index(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    /** When it was used, or taken back. */
    usedAt: p.datetime(3).strictNullable(),
  },
});

export class AccessLink extends AccessLinkSchema.class {}
AccessLinkSchema.setClass(AccessLink);
