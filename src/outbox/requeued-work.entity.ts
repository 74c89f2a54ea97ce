import { defineEntity, p } from '@mikro-orm/postgresql';
import { OUTBOX_SUBJECTS } from '../base/outbox/outbox-entry.entity.ts';

/**
 * A subject whose workflow was told again because its work was long overdue, and the time from which it may be told
 * once more. The clock is that of the process that looks for overdue work.
 */
export const RequeuedWorkSchema = defineEntity({
  name: 'RequeuedWork',
  tableName: 'requeued_work',
  indexes: [{ name: 'requeued_work_next', properties: ['nextAt'] }],
  properties: {
    kind: p.enum(OUTBOX_SUBJECTS).primary(),
    subjectId: p.bigint('number').primary(),
    times: p.integer(),
    nextAt: p.datetime(3),
  },
});

export class RequeuedWork extends RequeuedWorkSchema.class {}
RequeuedWorkSchema.setClass(RequeuedWork);
