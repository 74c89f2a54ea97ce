import { Migration } from '@mikro-orm/migrations';

/** An invoice sells things that are no products of its store. */
export class Migration0044OneOffLines extends Migration {
  override up(): void {
    this.addSql(`alter table "invoice_items" alter column "product_id" drop not null`);
  }
}
