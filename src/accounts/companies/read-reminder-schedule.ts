import type { EntityManager } from '@mikro-orm/postgresql';
import { runPrepared } from '../../base/db/prepared-statements.ts';
import type { Store } from '../../base/environment.ts';
import type { ReminderSchedule } from './reminder-schedule.ts';
import { READ_SCHEDULE } from './reminder-schedule.sql.ts';

/** @returns null where the store never had a schedule */
export async function readReminderSchedule(
  tx: EntityManager,
  { companyId, environment }: Store,
): Promise<ReminderSchedule | null> {
  const values = [companyId, environment];
  const [row] = await runPrepared<{ schedule: ReminderSchedule | null }>(tx, READ_SCHEDULE, values);
  return row?.schedule ?? null;
}
