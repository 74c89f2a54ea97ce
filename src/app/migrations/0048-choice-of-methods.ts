import { Migration } from '@mikro-orm/migrations';

/** A store names several methods, and the payer chooses. Invoices and links of before have their single one: null. */
export class Migration0048ChoiceOfMethods extends Migration {
  override up(): void {
    this.addSql(`alter table invoices add column payment_methods text[] null`);
    this.addSql(`alter table invoices
      add constraint invoices_payment_methods
      check (payment_methods is null or payment_method = any (payment_methods)) not valid`);
    this.addSql(`alter table invoices validate constraint invoices_payment_methods`);
    this.addSql(`alter table payment_links add column payment_methods text[] null`);
  }
}
