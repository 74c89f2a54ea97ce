import { Migration } from '@mikro-orm/migrations';

/**
 * Archiving, addresses, metadata, adjustments of invoices, refunds, idempotency keys, rate limits, rotation of tokens.
 */
export class Migration0002CompleteApi extends Migration {
  override up(): void {
    this.addSql(
      `create table "idempotency_keys" ("id" bigserial primary key, "company_id" bigint not null, "environment" text not null, "route" text not null, "key" text not null, "fingerprint" text not null, "status_code" int not null, "body" text not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "idempotency_keys_expiry" on "idempotency_keys" ("expires_at")`);
    this.addSql(
      `alter table "idempotency_keys" add constraint "idempotency_keys_scope" unique ("company_id", "environment", "route", "key")`,
    );
    this.addSql(
      `create table "rate_limit_counters" ("key" varchar(255) not null, "points" int not null default 0, "expire" bigint null, primary key ("key"))`,
    );
    this.addSql(
      `create table "refunds" ("id" bigserial primary key, "company_id" bigint not null, "environment" text not null, "invoice_id" bigint not null, "payment_id" bigint not null, "state" text not null, "amount_cents" bigint not null, "reason" text null, "failure_reason" text null, "gateway_refund_id" text null, "requested_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`,
    );
    this.addSql(
      `create index refunds_unrequested on refunds (created_at) where state = 'pending' and requested_at is null`,
    );
    this.addSql(
      `create index payment_attempts_awaiting on payment_attempts (updated_at) where (state = 'pending' and registered_at is null) or (state = 'canceled' and registered_at is not null and gateway_canceled_at is null)`,
    );
    this.addSql(`create index "refunds_invoice" on "refunds" ("invoice_id", "id")`);
    this.addSql(
      `alter table "companies" add "plan" text not null default 'starter', add "rate_limit_per_minute" int null`,
    );
    this.addSql(
      `alter table "companies" add constraint "companies_rate_limit_positive" check (rate_limit_per_minute > 0)`,
    );
    this.addSql(
      `alter table "companies" add constraint "companies_plan_check" check ("plan" in ('starter', 'growth', 'scale'))`,
    );
    this.addSql(
      `alter table "api_tokens" add "hint" text null, add "last_used_at" timestamptz(3) null, add "expires_at" timestamptz(3) null`,
    );
    this.addSql(
      `alter table "customers" add "address" jsonb null, add "metadata" jsonb not null default '{}', add "active" boolean not null default true`,
    );
    this.addSql(`create index "customers_email" on "customers" ("company_id", "environment", "email", "id")`);
    this.addSql(`drop index "invoices_customer"`);
    this.addSql(
      `alter table "invoices" add "subtotal_cents" bigint null, add "discount_cents" bigint not null default '0', add "fine_cents" bigint not null default '0', add "interest_cents" bigint not null default '0', add "discount" jsonb null, add "fine" jsonb null, add "interest" jsonb null, add "installments" int not null default 1, add "metadata" jsonb not null default '{}'`,
    );
    this.addSql(`update "invoices" set "subtotal_cents" = "total_cents"`);
    this.addSql(`alter table "invoices" alter column "subtotal_cents" set not null`);
    this.addSql(`create index "invoices_status" on "invoices" ("company_id", "environment", "status", "id")`);
    this.addSql(`create index "invoices_customer" on "invoices" ("customer_id", "id")`);
    this.addSql(
      `alter table "invoices" add constraint "invoices_total_adds_up" check (total_cents = subtotal_cents - discount_cents + fine_cents + interest_cents)`,
    );
    this.addSql(`alter table "payments" add "amount_refunded_cents" bigint not null default '0'`);
    this.addSql(
      `alter table "payments" add constraint "payments_refunded" check (amount_refunded_cents >= 0 and amount_refunded_cents <= amount_cents)`,
    );
    this.addSql(
      `alter table "products" add "metadata" jsonb not null default '{}', add "active" boolean not null default true`,
    );
    this.addSql(`alter table "webhook_endpoints" add "deleted_at" timestamptz(3) null`);
    this.addSql(`alter table "webhook_deliveries" drop constraint "webhook_deliveries_state_check"`);
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_state_check" check ("state" in ('pending', 'delivered', 'failed', 'canceled'))`,
    );
    this.addSql(
      `alter table "idempotency_keys" add constraint "idempotency_keys_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "idempotency_keys" add constraint "idempotency_keys_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
    this.addSql(
      `alter table "refunds" add constraint "refunds_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "refunds" add constraint "refunds_invoice_id_foreign" foreign key ("invoice_id") references "invoices" ("id")`,
    );
    this.addSql(
      `alter table "refunds" add constraint "refunds_payment_id_foreign" foreign key ("payment_id") references "payments" ("id")`,
    );
    this.addSql(`alter table "refunds" add constraint "refunds_amount" check (amount_cents > 0)`);
    this.addSql(
      `alter table "refunds" add constraint "refunds_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
    this.addSql(
      `alter table "refunds" add constraint "refunds_state_check" check ("state" in ('pending', 'succeeded', 'failed'))`,
    );
  }
}
