import { Migration } from '@mikro-orm/migrations';

/** Accounts of stores at gateways, disputes, and what a comparison of our books with a gateway's found. */
export class Migration0008Gateways extends Migration {
  override up(): void {
    this.addSql(
      `create table "gateway_accounts" ("id" bigserial primary key, "company_id" bigint not null, "environment" text not null, "gateway" text not null, "account_id" text not null, "display_name" text not null, "methods" jsonb not null, "settings" jsonb not null, "secrets" text not null, "secret_ends" jsonb not null, "checked_at" timestamptz(3) not null, "failing_since" timestamptz(3) null, "failure" text null, "alerted_at" timestamptz(3) null, "alert_leased_until" timestamptz(3) null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`,
    );
    this.addSql(
      `alter table "gateway_accounts" add constraint "gateway_accounts_store" unique ("company_id", "environment")`,
    );
    this.addSql(
      `create table "gateway_customers" ("id" bigserial primary key, "gateway" text not null, "account_id" text not null, "customer_id" bigint not null, "gateway_customer_id" text not null, "digest" text not null)`,
    );
    this.addSql(
      `alter table "gateway_customers" add constraint "gateway_customers_customer" unique ("gateway", "account_id", "customer_id")`,
    );
    this.addSql(
      `create table "gateway_reconciliations" ("id" bigserial primary key, "company_id" bigint not null, "environment" text not null, "gateway" text not null, "since" timestamptz(3) not null, "until" timestamptz(3) not null, "charges_seen" int not null, "repaired" int not null, "findings" jsonb not null, "created_at" timestamptz(3) not null)`,
    );
    this.addSql(
      `create index "gateway_reconciliations_store" on "gateway_reconciliations" ("company_id", "environment", "id")`,
    );
    this.addSql(
      `create table "disputes" ("id" bigserial primary key, "company_id" bigint not null, "environment" text not null, "invoice_id" bigint not null, "payment_id" bigint not null, "gateway_dispute_id" text not null, "status" text not null, "amount_cents" bigint not null, "reason" text not null, "answer_until" timestamptz(3) null, "said_at" timestamptz(3) not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "disputes_invoice" on "disputes" ("invoice_id", "id")`);
    this.addSql(
      `alter table "disputes" add constraint "disputes_gateway" unique ("company_id", "environment", "payment_id", "gateway_dispute_id")`,
    );
    this.addSql(`alter table "gateway_callbacks" add "company_id" bigint null, add "environment" text null`);
    this.addSql(
      `alter table "gateway_callbacks" add constraint "gateway_callbacks_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
    this.addSql(`alter table "gateway_callbacks" drop constraint "gateway_callbacks_event"`);
    this.addSql(
      `create unique index gateway_callbacks_event on gateway_callbacks (gateway, company_id, environment, gateway_event_id) nulls not distinct`,
    );
    this.addSql(`alter table "payment_attempts" add "is_off_session" boolean not null default false`);
    this.addSql(`alter table "payments" drop constraint "payments_gateway_payment"`);
    this.addSql(
      `alter table "payments" add constraint "payments_gateway_payment" unique ("company_id", "environment", "gateway", "gateway_payment_id")`,
    );
    this.addSql(
      `alter table "gateway_accounts" add constraint "gateway_accounts_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "gateway_accounts" add constraint "gateway_accounts_failure" check ((failing_since is null) = (failure is null))`,
    );
    this.addSql(
      `alter table "gateway_accounts" add constraint "gateway_accounts_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
    this.addSql(
      `alter table "gateway_accounts" add constraint "gateway_accounts_failure_check" check ("failure" in ('key_refused', 'permission_missing', 'not_configured'))`,
    );
    this.addSql(
      `alter table "gateway_customers" add constraint "gateway_customers_customer_id_foreign" foreign key ("customer_id") references "customers" ("id")`,
    );
    this.addSql(
      `alter table "gateway_reconciliations" add constraint "gateway_reconciliations_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "gateway_reconciliations" add constraint "gateway_reconciliations_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
    this.addSql(
      `alter table "disputes" add constraint "disputes_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "disputes" add constraint "disputes_invoice_id_foreign" foreign key ("invoice_id") references "invoices" ("id")`,
    );
    this.addSql(
      `alter table "disputes" add constraint "disputes_payment_id_foreign" foreign key ("payment_id") references "payments" ("id")`,
    );
    this.addSql(`alter table "disputes" add constraint "disputes_amount" check (amount_cents >= 0)`);
    this.addSql(
      `alter table "disputes" add constraint "disputes_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
    this.addSql(
      `alter table "disputes" add constraint "disputes_status_check" check ("status" in ('open', 'under_review', 'won', 'lost'))`,
    );
    this.addSql(`alter table "events" drop constraint "events_type_check"`);
    this.addSql(
      `alter table "events" add constraint "events_type_check" check ("type" in ('invoice.created', 'invoice.payment_confirmed', 'invoice.payment_registered', 'invoice.refused', 'invoice.updated', 'invoice.abandoned', 'subscription.created', 'subscription.renewed', 'invoice.overdue', 'invoice.expired', 'invoice.canceled', 'invoice.refunded', 'invoice.overpaid', 'invoice.disputed', 'invoice.dispute_updated', 'invoice.dispute_closed', 'subscription.canceled', 'subscription.payment_failed', 'subscription.updated', 'subscription.trial_ended', 'subscription.past_due', 'subscription.paused', 'subscription.resumed', 'subscription.ended', 'webhook.test'))`,
    );
    this.addSql(`create table "installation" ("id" int not null, "reference" text not null, primary key ("id"))`);
    this.addSql(`insert into "installation" ("id", "reference") values (1, gen_random_uuid()::text)`);
    this.addSql(
      `alter table "payment_attempts" add "gateway_account_id" text null, add "key_number" int not null default 0`,
    );
    this.addSql(`alter table "refunds" add "key_number" int not null default 0`);
  }
}
