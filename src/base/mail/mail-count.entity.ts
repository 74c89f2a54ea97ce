import { defineEntity, p } from '@mikro-orm/postgresql';
import { ENVIRONMENTS, type Environment } from '../environment.ts';

/** Alerts of what fails, and words about what was done: neither takes the other's place. */
export const MAIL_KINDS = ['alert', 'security'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** The number of mails of a kind that a store has got on a day, by PostgreSQL's clock: a row for each kind. */
export const MailCountSchema = defineEntity({
  name: 'MailCount',
  tableName: 'mail_counts',
  uniques: [{ name: 'mail_counts_kind', properties: ['companyId', 'environment', 'kind'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    companyId: p.bigint('number'),
    environment: p.enum(ENVIRONMENTS).$type<Environment>(),
    kind: p.enum(MAIL_KINDS).$type<MailKind>(),
    day: p.date(),
    count: p.integer(),
  },
});

export class MailCount extends MailCountSchema.class {}
MailCountSchema.setClass(MailCount);
