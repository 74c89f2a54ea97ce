import { Migration } from '@mikro-orm/migrations';

export class Migration0001Initial extends Migration {
  override up(): void {
    this.addSql(
      `create table "companies" ("id" bigserial primary key, "name" text not null, "city" text not null, "time_zone" text not null default 'America/Sao_Paulo', "pix_expiry_seconds" int not null default 86400, "abandonment_seconds" int not null default 86400, "boleto_due_days" int not null default 3, "boleto_max_days_after_due" int not null default 30, "webhook_retries" int not null default 3, "webhook_retry_interval_seconds" int not null default 300, "webhook_retry_strategy" text not null default 'fixed', "created_at" timestamptz(3) not null)`,
    );
    this.addSql(
      `alter table "companies" add constraint "companies_durations_positive" check (pix_expiry_seconds > 0 and abandonment_seconds > 0 and webhook_retry_interval_seconds > 0)`,
    );
    this.addSql(
      `alter table "companies" add constraint "companies_counts_not_negative" check (boleto_due_days >= 0 and boleto_max_days_after_due >= 0 and webhook_retries >= 0)`,
    );
    this.addSql(
      `alter table "companies" add constraint "companies_webhook_retry_strategy_check" check ("webhook_retry_strategy" in ('fixed', 'exponential'))`,
    );
    this.addSql(
      `create table "api_tokens" ("id" bigserial primary key, "company_id" bigint not null, "environment" text not null, "token_hash" text not null, "created_at" timestamptz(3) not null, "revoked_at" timestamptz(3) null)`,
    );
    this.addSql(`create index "api_tokens_company_id_index" on "api_tokens" ("company_id")`);
    this.addSql(`alter table "api_tokens" add constraint "api_tokens_token_hash_unique" unique ("token_hash")`);
    this.addSql(
      `alter table "api_tokens" add constraint "api_tokens_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
    this.addSql(
      `create table "customers" ("id" bigserial primary key, "company_id" bigint not null, "environment" text not null, "name" text not null, "email" text not null, "document" text null, "phone" text null, "external_reference" text null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "customers_store" on "customers" ("company_id", "environment", "id")`);
    this.addSql(
      `alter table "customers" add constraint "customers_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
    this.addSql(
      `create table "events" ("id" bigserial primary key, "company_id" bigint not null, "environment" text not null, "type" text not null, "resource_type" text not null, "resource_id" bigint not null, "sequence" int not null, "body" text not null, "created_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "events_store" on "events" ("company_id", "environment", "id")`);
    this.addSql(
      `alter table "events" add constraint "events_sequence" unique ("resource_type", "resource_id", "sequence")`,
    );
    this.addSql(
      `alter table "events" add constraint "events_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
    this.addSql(
      `alter table "events" add constraint "events_type_check" check ("type" in ('invoice.created', 'invoice.payment_confirmed', 'invoice.payment_registered', 'invoice.refused', 'invoice.updated', 'invoice.abandoned', 'subscription.created', 'subscription.renewed', 'invoice.overdue', 'invoice.expired', 'invoice.canceled', 'invoice.refunded', 'invoice.overpaid', 'subscription.canceled', 'subscription.payment_failed'))`,
    );
    this.addSql(
      `create table "gateway_callbacks" ("id" bigserial primary key, "gateway" text not null, "gateway_event_id" text not null, "event" jsonb not null, "received_at" timestamptz(3) not null, "next_try_at" timestamptz(3) not null, "applied_at" timestamptz(3) null, "outcome" text null)`,
    );
    this.addSql(`create index gateway_callbacks_unapplied on gateway_callbacks (next_try_at) where applied_at is null`);
    this.addSql(
      `alter table "gateway_callbacks" add constraint "gateway_callbacks_event" unique ("gateway", "gateway_event_id")`,
    );
    this.addSql(
      `create table "invoices" ("id" bigserial primary key, "company_id" bigint not null, "environment" text not null, "customer_id" bigint not null, "status" text not null, "version" int not null, "event_sequence" int not null, "payment_method" text not null, "checkout_hash" text not null, "total_cents" bigint not null, "amount_paid_cents" bigint not null, "amount_refunded_cents" bigint not null, "description" text null, "external_reference" text null, "due_date" date null, "pix_expires_at" timestamptz(3) null, "overdue_at" timestamptz(3) null, "expires_at" timestamptz(3) null, "abandonment_at" timestamptz(3) not null, "next_deadline_at" timestamptz(3) null, "paid_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`,
    );
    this.addSql(`alter table "invoices" add constraint "invoices_checkout_hash_unique" unique ("checkout_hash")`);
    this.addSql(`create index "invoices_store" on "invoices" ("company_id", "environment", "id")`);
    this.addSql(`create index "invoices_customer" on "invoices" ("customer_id")`);
    this.addSql(`create index invoices_deadline on invoices (next_deadline_at) where next_deadline_at is not null`);
    this.addSql(
      `alter table "invoices" add constraint "invoices_amounts" check (total_cents > 0 and amount_paid_cents >= amount_refunded_cents)`,
    );
    this.addSql(`alter table "invoices" add constraint "invoices_amount_refunded" check (amount_refunded_cents >= 0)`);
    this.addSql(
      `alter table "invoices" add constraint "invoices_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
    this.addSql(
      `alter table "invoices" add constraint "invoices_status_check" check ("status" in ('open', 'pending', 'paid', 'refused', 'abandoned', 'overdue', 'expired', 'canceled', 'partially_refunded', 'refunded'))`,
    );
    this.addSql(
      `alter table "invoices" add constraint "invoices_payment_method_check" check ("payment_method" in ('pix', 'boleto', 'card'))`,
    );
    this.addSql(
      `create table "outbox" ("id" bigserial primary key, "invoice_id" bigint not null, "claimable_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "outbox_claimable" on "outbox" ("claimable_at", "id")`);
    this.addSql(
      `create table "payment_attempts" ("id" bigserial primary key, "company_id" bigint not null, "environment" text not null, "invoice_id" bigint not null, "number" int not null, "method" text not null, "state" text not null, "amount_cents" bigint not null, "gateway" text not null, "gateway_charge_id" text null, "registered_at" timestamptz(3) null, "gateway_canceled_at" timestamptz(3) null, "artefacts" jsonb null, "installments" int not null default 1, "card_token" text null, "refusal_reason" text null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`,
    );
    this.addSql(
      `alter table "payment_attempts" add constraint "payment_attempts_number" unique ("invoice_id", "number")`,
    );
    this.addSql(`alter table "payment_attempts" add constraint "payment_attempts_amount" check (amount_cents > 0)`);
    this.addSql(
      `alter table "payment_attempts" add constraint "payment_attempts_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
    this.addSql(
      `alter table "payment_attempts" add constraint "payment_attempts_method_check" check ("method" in ('pix', 'boleto', 'card'))`,
    );
    this.addSql(
      `alter table "payment_attempts" add constraint "payment_attempts_state_check" check ("state" in ('pending', 'authorized', 'paid', 'refused', 'canceled'))`,
    );
    this.addSql(
      `create table "payments" ("id" bigserial primary key, "company_id" bigint not null, "environment" text not null, "invoice_id" bigint not null, "attempt_id" bigint not null, "gateway" text not null, "gateway_payment_id" text not null, "amount_cents" bigint not null, "paid_at" timestamptz(3) not null, "created_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "payments_invoice" on "payments" ("invoice_id")`);
    this.addSql(
      `alter table "payments" add constraint "payments_gateway_payment" unique ("gateway", "gateway_payment_id")`,
    );
    this.addSql(`alter table "payments" add constraint "payments_amount" check (amount_cents > 0)`);
    this.addSql(
      `alter table "payments" add constraint "payments_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
    this.addSql(
      `create table "products" ("id" bigserial primary key, "company_id" bigint not null, "environment" text not null, "name" text not null, "description" text null, "price_cents" bigint not null, "sku" text null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "products_store" on "products" ("company_id", "environment", "id")`);
    this.addSql(`alter table "products" add constraint "products_price_positive" check (price_cents > 0)`);
    this.addSql(
      `alter table "products" add constraint "products_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
    this.addSql(
      `create table "invoice_items" ("id" bigserial primary key, "invoice_id" bigint not null, "product_id" bigint not null, "position" int not null, "name" text not null, "quantity" int not null, "unit_price_cents" bigint not null)`,
    );
    this.addSql(
      `alter table "invoice_items" add constraint "invoice_items_position" unique ("invoice_id", "position")`,
    );
    this.addSql(
      `alter table "invoice_items" add constraint "invoice_items_amounts" check (quantity > 0 and unit_price_cents > 0)`,
    );
    this.addSql(
      `create table "sandbox_callbacks" ("id" bigserial primary key, "event" jsonb not null, "next_try_at" timestamptz(3) not null, "sent_at" timestamptz(3) null)`,
    );
    this.addSql(`create index sandbox_callbacks_unsent on sandbox_callbacks (next_try_at) where sent_at is null`);
    this.addSql(
      `create table "sandbox_charges" ("attempt_id" bigserial primary key, "charge_id" text not null, "method" text not null, "amount_cents" bigint not null, "artefacts" jsonb not null, "canceled" boolean not null default false, "created_at" timestamptz(3) not null)`,
    );
    this.addSql(`alter table "sandbox_charges" add constraint "sandbox_charges_charge_id_unique" unique ("charge_id")`);
    this.addSql(
      `alter table "sandbox_charges" add constraint "sandbox_charges_method_check" check ("method" in ('pix', 'boleto', 'card'))`,
    );
    this.addSql(
      `create table "webhook_endpoints" ("id" bigserial primary key, "company_id" bigint not null, "environment" text not null, "url" text not null, "events" text[] not null, "description" text null, "secret" text not null, "enabled" boolean not null default true, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "webhook_endpoints_store" on "webhook_endpoints" ("company_id", "environment", "id")`);
    this.addSql(
      `alter table "webhook_endpoints" add constraint "webhook_endpoints_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
    this.addSql(
      `create table "webhook_deliveries" ("id" bigserial primary key, "company_id" bigint not null, "environment" text not null, "event_id" bigint not null, "endpoint_id" bigint not null, "resource_type" text not null, "resource_id" bigint not null, "state" text not null, "attempts" int not null, "next_attempt_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "completed_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create index webhook_deliveries_pending on webhook_deliveries (resource_id, resource_type) where state = 'pending'`,
    );
    this.addSql(`create index "webhook_deliveries_endpoint" on "webhook_deliveries" ("endpoint_id", "id")`);
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_event_endpoint" unique ("event_id", "endpoint_id")`,
    );
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_state_check" check ("state" in ('pending', 'delivered', 'failed'))`,
    );
    this.addSql(
      `create table "webhook_attempts" ("id" bigserial primary key, "delivery_id" bigint not null, "number" int not null, "outcome" text not null, "started_at" timestamptz(3) null, "duration_ms" int null, "status_code" int null, "error" text null)`,
    );
    this.addSql(
      `alter table "webhook_attempts" add constraint "webhook_attempts_number" unique ("delivery_id", "number")`,
    );
    this.addSql(
      `alter table "webhook_attempts" add constraint "webhook_attempts_outcome_check" check ("outcome" in ('succeeded', 'failed', 'interrupted'))`,
    );
    this.addSql(
      `alter table "api_tokens" add constraint "api_tokens_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "customers" add constraint "customers_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "events" add constraint "events_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "invoices" add constraint "invoices_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "invoices" add constraint "invoices_customer_id_foreign" foreign key ("customer_id") references "customers" ("id")`,
    );
    this.addSql(
      `alter table "outbox" add constraint "outbox_invoice_id_foreign" foreign key ("invoice_id") references "invoices" ("id")`,
    );
    this.addSql(
      `alter table "payment_attempts" add constraint "payment_attempts_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "payment_attempts" add constraint "payment_attempts_invoice_id_foreign" foreign key ("invoice_id") references "invoices" ("id")`,
    );
    this.addSql(
      `alter table "payments" add constraint "payments_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "payments" add constraint "payments_invoice_id_foreign" foreign key ("invoice_id") references "invoices" ("id")`,
    );
    this.addSql(
      `alter table "payments" add constraint "payments_attempt_id_foreign" foreign key ("attempt_id") references "payment_attempts" ("id")`,
    );
    this.addSql(
      `alter table "products" add constraint "products_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "invoice_items" add constraint "invoice_items_invoice_id_foreign" foreign key ("invoice_id") references "invoices" ("id")`,
    );
    this.addSql(
      `alter table "invoice_items" add constraint "invoice_items_product_id_foreign" foreign key ("product_id") references "products" ("id")`,
    );
    this.addSql(
      `alter table "webhook_endpoints" add constraint "webhook_endpoints_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_event_id_foreign" foreign key ("event_id") references "events" ("id")`,
    );
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_endpoint_id_foreign" foreign key ("endpoint_id") references "webhook_endpoints" ("id")`,
    );
    this.addSql(
      `alter table "webhook_attempts" add constraint "webhook_attempts_delivery_id_foreign" foreign key ("delivery_id") references "webhook_deliveries" ("id")`,
    );
  }
}
