import { prepared } from '../../base/db/prepared-statements.ts';

/**
 * SQL: the reminder schedule of a store, as JSON; null where the store has none.
 *
 * @param store SQL of the company's id and of the environment
 */
export function reminderScheduleOf(store: { company: string; environment: string }): string {
  return `(select reminder_schedule from store_settings settings
    where settings.company_id = ${store.company} and settings.environment = ${store.environment})`;
}

export const READ_SCHEDULE = prepared(
  'read_reminder_schedule',
  `select ${reminderScheduleOf({ company: '$1', environment: '$2' })} as schedule`,
);
