import { Migration } from '@mikro-orm/migrations';

/**
 * PostgreSQL may keep the plan of a statement that it made while few deliveries were pending. The search for deliveries
 * that wait for a place has an index that no plan can take for that of the pending ones, which it would read to its
 * end.
 */
export class Migration0020PlansUnderLoad extends Migration {
  override up(): void {
    this.addSql(
      `update "webhook_deliveries" set "waits_since" = null where "state" <> 'pending' and "waits_since" is not null`,
    );
    this.addSql(`drop index "webhook_deliveries_waiting"`);
    this.addSql(`create index "webhook_deliveries_waiting" on "webhook_deliveries" ("endpoint_id", "waits_since", "id")
      where "waits_since" is not null`);
  }
}
