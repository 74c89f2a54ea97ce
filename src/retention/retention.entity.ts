import { defineEntity, p } from '@mikro-orm/postgresql';
import { RETENTION_KINDS, type RetentionKind } from './retention-kinds.ts';

/** When nothing old was left of a kind for the last time; at first, when the kind came to be. Real time. */
export const RetentionSchema = defineEntity({
  name: 'Retention',
  tableName: 'retention',
  properties: {
    kind: p.enum(RETENTION_KINDS).$type<RetentionKind>().primary(),
    completedAt: p.datetime(3),
  },
});

export class Retention extends RetentionSchema.class {}
RetentionSchema.setClass(Retention);
