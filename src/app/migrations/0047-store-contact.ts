import { Migration } from '@mikro-orm/migrations';

/** A payer asks the store: its pages say how. */
export class Migration0047StoreContact extends Migration {
  override up(): void {
    this.addSql(
      `alter table companies add column contact_email text null, add column contact_phone text null, add column contact_whatsapp text null`,
    );
  }
}
