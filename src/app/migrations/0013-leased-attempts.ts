import { Migration } from '@mikro-orm/migrations';

/** An attempt to deliver that is under way is not made a second time beside it. */
export class Migration0013LeasedAttempts extends Migration {
  override up(): void {
    this.addSql(`alter table "webhook_deliveries" add "leased_until" timestamptz(3) null`);
  }
}
