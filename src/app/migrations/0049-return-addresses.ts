import { Migration } from '@mikro-orm/migrations';

/** A payer returns to the store: an invoice has the address, and its store the origins that such addresses may have. */
export class Migration0049ReturnAddresses extends Migration {
  override up(): void {
    this.addSql(`alter table companies add column return_origins text[] not null default '{}'`);
    this.addSql(`alter table invoices add column return_url text null`);
    this.addSql(`alter table payment_links add column return_url text null`);
  }
}
