import { Migration } from '@mikro-orm/migrations';

const KINDS = [
  'kept_answers',
  'previous_secrets',
  'sessions',
  'access_links',
  'panel_submissions',
  'delivery_log',
  'gateway_callbacks',
  'sandbox_callbacks',
  'reconciliations',
]
  .map((kind) => `'${kind}'`)
  .join(', ');

/**
 * When what is kept for a time only was last looked through. The platform's: out of the reach of a store's requests.
 */
export class Migration0016Retention extends Migration {
  override up(): void {
    // Beside whoever reads and writes.
    this.addSql(`alter table "customers" validate constraint "customers_erased"`);
    this.addSql(`alter table "events" validate constraint "events_type_check"`);
    this.addSql(
      `create table "retention" ("kind" text not null, "completed_at" timestamptz(3) not null, primary key ("kind"))`,
    );
    this.addSql(`alter table "retention" add constraint "retention_kind_check" check ("kind" in (${KINDS}))`);
    // The alert counts from here, also where it never runs.
    this.addSql(`insert into retention (kind, completed_at) select kind, now() from unnest(array[${KINDS}]) as kind`);
  }
}
