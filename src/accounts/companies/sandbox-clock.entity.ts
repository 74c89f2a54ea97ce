import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from './owned-by-store.ts';

/**
 * The clock of a sandbox that does not follow real time: it stands until its store advances it. A sandbox without a row
 * here, and production, have real time.
 */
export const SandboxClockSchema = defineEntity({
  name: 'SandboxClock',
  tableName: 'sandbox_clocks',
  uniques: [{ name: 'sandbox_clocks_store', properties: ['companyId', 'environment'] }],
  indexes: [
    {
      name: 'sandbox_clocks_advancing',
      expression: 'create index sandbox_clocks_advancing on sandbox_clocks (updated_at) where target_at is not null',
    },
  ],
  checks: [{ name: 'sandbox_clocks_forwards', expression: 'target_at >= now_at' }],
  properties: {
    ...ownedByStore(),
    environment: p.enum(['sandbox']).$type<'sandbox'>(),
    /** The store's time. */
    nowAt: p.datetime(3),
    /** The store's time at which the advance under way ends; null for none. */
    targetAt: p.datetime(3).strictNullable(),
    /** The advance ends at its next moment. */
    isStopping: p.boolean().default(false),
    /** The moments at which the last advance has stopped so far. */
    done: p.integer().default(0),
    /** Real time: of the last moment. */
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});

export class SandboxClock extends SandboxClockSchema.class {}
SandboxClockSchema.setClass(SandboxClock);
