import { Migration } from '@mikro-orm/migrations';

/**
 * Indexes for facts that few rows of a store have: a list by such a filter would look through all of its rows, or of
 * every store's.
 *
 * The migration locks writes while it builds them: a write of events or customers waits until the migration has ended.
 */
export class Migration0009RareRows extends Migration {
  override up(): void {
    this.addSql(`create index "events_type" on "events" ("company_id", "environment", "type", "id")`);
    this.addSql(`create index "customers_document" on "customers" ("company_id", "environment", "document", "id")`);
    this.addSql(
      `create index "customers_reference" on "customers" ("company_id", "environment", "external_reference", "id")`,
    );
  }
}
