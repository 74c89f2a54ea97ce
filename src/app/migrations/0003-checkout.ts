import { Migration } from '@mikro-orm/migrations';

/** A store's look for its payers, and the acts of payers at the checkout. */
export class Migration0003Checkout extends Migration {
  override up(): void {
    this.addSql(
      `create table "company_logos" ("company_id" bigint not null, "content_type" text not null, "bytes" bytea not null, "updated_at" timestamptz(3) not null, primary key ("company_id"))`,
    );
    this.addSql(`alter table "companies" add "document" text null, add "brand_color" text null`);
    this.addSql(
      `alter table "companies" add constraint "companies_brand_color" check (brand_color ~ '^#[0-9a-f]{6}$')`,
    );
    this.addSql(
      `alter table "invoices" add "checkout_opened_at" timestamptz(3) null, add "checkout_started_at" timestamptz(3) null, add "last_acted_at" timestamptz(3) null`,
    );
    this.addSql(
      `alter table "company_logos" add constraint "company_logos_company_id_foreign" foreign key ("company_id") references "companies" ("id") on update cascade on delete cascade`,
    );
  }
}
