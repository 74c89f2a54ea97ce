import { Migration } from '@mikro-orm/migrations';

const COMPANY = `current_setting('fatura.company_id')::bigint`;
const ENVIRONMENT = `current_setting('fatura.environment')`;

/** Stores give discounts by codes, and charge cards that their customers have agreed to keep with them. */
export class Migration0042CouponsAndSavedCards extends Migration {
  override up(): void {
    this.addSql(`alter table "invoices" add column "coupon_id" bigint null, add column "coupon_code" text null,
      add column "offers_card_saving" boolean not null default false`);
    this.addSql(`alter table "payment_attempts" add column "saved_card_id" bigint null`);
    this.addSql(`alter table "subscriptions" add column "saved_card_id" bigint null,
      add column "coupon_id" bigint null, add column "coupon_code" text null`);
    this.addSql(`create table "coupons" ("id" bigserial primary key, "company_id" bigint not null,
      "environment" text not null, "code" text not null, "name" text null, "discount" jsonb not null,
      "cycles" int null, "minimum_subtotal_cents" bigint null, "max_redemptions" int null,
      "max_redemptions_per_customer" int null, "valid_until" date null, "times_redeemed" int not null default 0,
      "metadata" jsonb not null default '{}'::jsonb, "active" boolean not null default true,
      "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`);
    this.addSql(`alter table "coupons" add constraint coupons_times_redeemed
      check (times_redeemed >= 0 and (max_redemptions is null or max_redemptions >= times_redeemed))`);
    this.addSql(`create index "coupons_store" on "coupons" ("company_id", "environment", "id")`);
    this.addSql(`create unique index coupons_code on coupons (company_id, environment, code) where active`);
    this.addSql(`create table "coupon_redemptions" ("id" bigserial primary key, "company_id" bigint not null,
      "environment" text not null, "coupon_id" bigint not null, "customer_id" bigint not null,
      "invoice_id" bigint null, "subscription_id" bigint null, "created_at" timestamptz(3) not null)`);
    this.addSql(`alter table "coupon_redemptions" add constraint coupon_redemptions_of
      check ((invoice_id is null) <> (subscription_id is null))`);
    this.addSql(`create index "coupon_redemptions_customer" on "coupon_redemptions" ("coupon_id", "customer_id")`);
    this.addSql(`alter table "coupon_redemptions" add constraint "coupon_redemptions_invoice" unique ("invoice_id")`);
    this.addSql(`alter table "coupon_redemptions" add constraint "coupon_redemptions_subscription"
      unique ("subscription_id", "coupon_id")`);
    this.addSql(`create table "saved_cards" ("id" bigserial primary key, "company_id" bigint not null,
      "environment" text not null, "customer_id" bigint not null, "state" text not null, "gateway" text not null,
      "gateway_account_id" text null, "token" text not null, "brand" text null, "last4" text null,
      "exp_month" int null, "exp_year" int null, "fingerprint" text null, "forget_at" timestamptz(3) null,
      "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`);
    this.addSql(`alter table "saved_cards" add constraint "saved_cards_state_check"
      check ("state" in ('offered', 'saved', 'leaving'))`);
    this.addSql(`create index "saved_cards_customer" on "saved_cards" ("customer_id", "id")`);
    this.addSql(`create index saved_cards_forget on saved_cards (forget_at) where forget_at is not null`);
    for (const table of ['coupons', 'coupon_redemptions', 'saved_cards']) this.#belongToStores(table);
    for (const table of ['coupon_redemptions', 'saved_cards']) {
      this.addSql(`alter table "${table}" add constraint "${table}_customer_id_foreign"
        foreign key ("customer_id") references "customers" ("id")`);
    }
    this.addSql(`alter table "coupon_redemptions" add constraint "coupon_redemptions_coupon_id_foreign"
      foreign key ("coupon_id") references "coupons" ("id")`);
    // Nothing is in them yet, but their tables are read for them once.
    this.addSql(`create index invoices_coupon on invoices (coupon_id, id) where coupon_id is not null`);
    this.addSql(`create index subscriptions_coupon on subscriptions (coupon_id, id) where coupon_id is not null`);
    this.addSql(
      `create index subscriptions_saved_card on subscriptions (saved_card_id) where saved_card_id is not null`,
    );
  }

  #belongToStores(table: string): void {
    this.addSql(`alter table "${table}" add constraint "${table}_environment_check"
      check ("environment" in ('production', 'sandbox'))`);
    this.addSql(`alter table "${table}" add constraint "${table}_company_id_foreign"
      foreign key ("company_id") references "companies" ("id")`);
    this.addSql(`alter table ${table} enable row level security`);
    this.addSql(`create policy of_store on ${table} to fatura_store
      using (company_id = ${COMPANY} and (environment = ${ENVIRONMENT}) is true)`);
    this.addSql(`grant select, insert, update, delete on ${table} to fatura_store`);
    this.addSql(`grant usage, select on sequence ${table}_id_seq to fatura_store`);
  }
}
