import { defineEntity, p } from '@mikro-orm/postgresql';

const SUBJECT_KINDS = ['invoice', 'subscription', 'delivery', 'customer'] as const;

/**
 * Whose workflow was told again because something was long overdue, and from when it may be told once more. By the time of
 * whoever looks for overdue work.
 */
export const RequeuedWorkSchema = defineEntity({
  name: 'RequeuedWork',
  tableName: 'requeued_work',
  indexes: [{ name: 'requeued_work_next', properties: ['nextAt'] }],
  properties: {
    kind: p.enum(SUBJECT_KINDS).primary(),
    subjectId: p.bigint('number').primary(),
    times: p.integer(),
    nextAt: p.datetime(3),
  },
});

export class RequeuedWork extends RequeuedWorkSchema.class {}
RequeuedWorkSchema.setClass(RequeuedWork);
