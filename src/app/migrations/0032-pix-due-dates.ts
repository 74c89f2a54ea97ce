import { Migration } from '@mikro-orm/migrations';

/**
 * A Pix invoice may say how long its code is payable. A Pix invoice with a due date falls due from now on; those that
 * exist have no `overdue_at`, and end as their payers were told.
 */
export class Migration0032PixDueDates extends Migration {
  override up(): void {
    this.addSql(`alter table "invoices" add column "pix_expiry_seconds" int null`);
  }
}
