import { Migration } from '@mikro-orm/migrations';

const COMPANY = `current_setting('fatura.company_id')::bigint`;
const ENVIRONMENT = `current_setting('fatura.environment')`;

/** An address at which anybody buys the same. */
export class Migration0043PaymentLinks extends Migration {
  override up(): void {
    this.addSql(`alter table "invoices" add column "payment_link_id" bigint null,
      add column "link_submission" text null`);
    this.addSql(`create table "payment_links" ("id" bigserial primary key, "company_id" bigint not null,
      "environment" text not null, "hash" text not null, "name" text not null, "description" text null,
      "products" jsonb not null, "payment_method" text not null, "installments" int not null default 1,
      "accepts_coupons" boolean not null default false, "max_invoices" int null, "valid_until" date null,
      "metadata" jsonb not null default '{}'::jsonb, "active" boolean not null default true,
      "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`);
    this.addSql(`alter table "payment_links" add constraint "payment_links_environment_check"
      check ("environment" in ('production', 'sandbox'))`);
    this.addSql(`alter table "payment_links" add constraint "payment_links_payment_method_check"
      check ("payment_method" in ('pix', 'card'))`);
    this.addSql(`alter table "payment_links" add constraint "payment_links_hash_unique" unique ("hash")`);
    this.addSql(`create index "payment_links_store" on "payment_links" ("company_id", "environment", "id")`);
    this.addSql(`alter table "payment_links" add constraint "payment_links_company_id_foreign"
      foreign key ("company_id") references "companies" ("id")`);
    this.addSql(`alter table payment_links enable row level security`);
    this.addSql(`create policy of_store on payment_links to fatura_store
      using (company_id = ${COMPANY} and (environment = ${ENVIRONMENT}) is true)`);
    this.addSql(`grant select, insert, update on payment_links to fatura_store`);
    this.addSql(`grant usage, select on sequence payment_links_id_seq to fatura_store`);
    this.addSql(
      `create index invoices_payment_link on invoices (payment_link_id, id) where payment_link_id is not null`,
    );
    this.addSql(`create index invoices_sold on invoices (payment_link_id, status) where payment_link_id is not null`);
    this.addSql(`create unique index invoices_link_submission on invoices (payment_link_id, link_submission)
      where payment_link_id is not null`);
  }
}
