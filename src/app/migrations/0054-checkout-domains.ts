import { Migration } from '@mikro-orm/migrations';

/** A store may have a domain of its own for the pages of its payers. A domain that was proven is a single store's. */
export class Migration0054CheckoutDomains extends Migration {
  override up(): void {
    this.addSql(`alter table companies
      add column checkout_domain text null,
      add column domain_proven_at timestamptz(3) null,
      add column domain_live_at timestamptz(3) null`);
    this.addSql(`create unique index companies_checkout_domain on companies (checkout_domain)
      where domain_proven_at is not null`);
  }
}
