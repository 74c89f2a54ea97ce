import { Migration } from '@mikro-orm/migrations';

/** An operator's act by an Update of Temporal has one line in the audit log, however often its work is done. */
export class Migration0039Operators extends Migration {
  override up(): void {
    this.addSql(`create unique index audit_entries_update on audit_entries (subject, (details->>'update_id'))
      where details->>'update_id' is not null`);
  }
}
