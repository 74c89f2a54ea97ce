import { Migration } from '@mikro-orm/migrations';

/** A logo of before was never decoded: it has no size, and is in no PDF. */
export class Migration0053SizeOfLogos extends Migration {
  override up(): void {
    this.addSql(`alter table company_logos add column width int null, add column height int null`);
  }
}
