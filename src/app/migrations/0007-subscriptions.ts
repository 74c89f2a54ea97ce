import { Migration } from '@mikro-orm/migrations';

/** Subscriptions and their cycles, with the store's policies for them. */
export class Migration0007Subscriptions extends Migration {
  override up(): void {
    this.addSql(
      `create table "subscriptions" ("id" bigserial primary key, "company_id" bigint not null, "environment" text not null, "customer_id" bigint not null, "status" text not null, "version" int not null, "event_sequence" int not null, "payment_method" text not null, "interval" text not null, "interval_count" int not null, "anchor_day" int not null, "origin_date" date not null, "start_date" date not null, "trial_ends_on" date null, "next_due_date" date not null, "chargeable_from" date not null, "period_ends_on" date not null, "cycles" int null, "cycles_made" int not null default 0, "end_date" date null, "days_before_due" int not null, "card_token" text null, "offered_card_token" text null, "offered_attempt_id" bigint null, "description" text null, "external_reference" text null, "metadata" jsonb not null default '{}', "paused_at" timestamptz(3) null, "resumes_on" date null, "cancel_at_period_end" boolean not null default false, "past_due_since" timestamptz(3) null, "gives_up_on" date null, "canceled_at" timestamptz(3) null, "cancellation_reason" text null, "ended_at" timestamptz(3) null, "next_step_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "subscriptions_store" on "subscriptions" ("company_id", "environment", "id")`);
    this.addSql(`create index "subscriptions_status" on "subscriptions" ("company_id", "environment", "status", "id")`);
    this.addSql(`create index "subscriptions_customer" on "subscriptions" ("customer_id", "id")`);
    this.addSql(
      `create index "subscriptions_reference" on "subscriptions" ("company_id", "environment", "external_reference", "id")`,
    );
    this.addSql(`create index subscriptions_step on subscriptions (next_step_at) where next_step_at is not null`);
    this.addSql(
      `create table "subscription_cycles" ("id" bigserial primary key, "company_id" bigint not null, "environment" text not null, "subscription_id" bigint not null, "number" int not null, "due_date" date not null, "period_end" date not null, "invoice_id" bigint not null, "state" text not null, "failures" int not null default 0, "first_failed_at" timestamptz(3) null, "retries_used" int not null default 0, "spent_at" timestamptz(3) null, "next_attempt_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`,
    );
    this.addSql(
      `create unique index subscription_cycles_due on subscription_cycles (subscription_id, due_date) where state <> 'dropped' and state <> 'surplus'`,
    );
    this.addSql(`create index "subscription_cycles_subscription" on "subscription_cycles" ("subscription_id", "id")`);
    this.addSql(`create index "subscription_cycles_latest" on "subscription_cycles" ("subscription_id", "due_date")`);
    this.addSql(
      `create index subscription_cycles_unsettled on subscription_cycles (subscription_id) where state <> 'paid'`,
    );
    this.addSql(`alter table "subscription_cycles" add constraint "subscription_cycles_invoice" unique ("invoice_id")`);
    this.addSql(
      `create table "subscription_items" ("id" bigserial primary key, "subscription_id" bigint not null, "product_id" bigint not null, "position" int not null, "name" text not null, "quantity" int not null, "unit_price_cents" bigint not null)`,
    );
    this.addSql(
      `alter table "subscription_items" add constraint "subscription_items_position" unique ("subscription_id", "position")`,
    );
    this.addSql(
      `alter table "companies" add "renewal_time" text not null default '06:00', add "subscription_days_before_due" int not null default 5, add "dunning_retry_days" jsonb not null default '[1, 3, 7]', add "dunning_action" text not null default 'keep', add "dunning_grace_days" int not null default 7`,
    );
    this.addSql(
      `alter table "companies" add constraint "companies_renewal_time" check (renewal_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')`,
    );
    this.addSql(
      `alter table "companies" add constraint "companies_subscription_days_not_negative" check (subscription_days_before_due >= 0 and dunning_grace_days >= 0)`,
    );
    this.addSql(
      `alter table "companies" add constraint "companies_dunning_action_check" check ("dunning_action" in ('keep', 'cancel'))`,
    );
    this.addSql(`alter table "events" drop constraint "events_type_check"`);
    this.addSql(
      `alter table "events" add constraint "events_type_check" check ("type" in ('invoice.created', 'invoice.payment_confirmed', 'invoice.payment_registered', 'invoice.refused', 'invoice.updated', 'invoice.abandoned', 'subscription.created', 'subscription.renewed', 'invoice.overdue', 'invoice.expired', 'invoice.canceled', 'invoice.refunded', 'invoice.overpaid', 'subscription.canceled', 'subscription.payment_failed', 'subscription.updated', 'subscription.trial_ended', 'subscription.past_due', 'subscription.paused', 'subscription.resumed', 'subscription.ended', 'webhook.test'))`,
    );
    this.addSql(`alter table "invoices" add "subscription_id" bigint null`);
    this.addSql(
      `alter table "invoices" add constraint "invoices_subscription_id_foreign" foreign key ("subscription_id") references "subscriptions" ("id") on delete set null`,
    );
    this.addSql(
      `create index invoices_subscription on invoices (subscription_id, id) where subscription_id is not null`,
    );
    this.addSql(`alter table "webhook_deliveries" drop constraint "webhook_deliveries_runs_in_check"`);
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_runs_in_check" check ("runs_in" in ('invoice', 'event', 'delivery'))`,
    );
    this.addSql(`alter table "outbox" drop constraint "outbox_one_subject"`);
    this.addSql(`alter table "outbox" add "subscription_id" bigint null`);
    this.addSql(
      `alter table "outbox" add constraint "outbox_subscription_id_foreign" foreign key ("subscription_id") references "subscriptions" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "outbox" add constraint "outbox_one_subject" check (num_nonnulls(invoice_id, delivery_id, subscription_id) = 1)`,
    );
    this.addSql(
      `alter table "subscriptions" add constraint "subscriptions_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "subscriptions" add constraint "subscriptions_customer_id_foreign" foreign key ("customer_id") references "customers" ("id")`,
    );
    this.addSql(`alter table "subscriptions" add constraint "subscriptions_interval_count" check (interval_count > 0)`);
    this.addSql(
      `alter table "subscriptions" add constraint "subscriptions_anchor" check (anchor_day > 0 and anchor_day < 32)`,
    );
    this.addSql(
      `alter table "subscriptions" add constraint "subscriptions_cycles" check (cycles_made >= 0 and (cycles is null or cycles > 0))`,
    );
    this.addSql(
      `alter table "subscriptions" add constraint "subscriptions_days_before_due" check (days_before_due >= 0)`,
    );
    this.addSql(
      `alter table "subscriptions" add constraint "subscriptions_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
    this.addSql(
      `alter table "subscriptions" add constraint "subscriptions_status_check" check ("status" in ('trialing', 'active', 'past_due', 'paused', 'canceled', 'ended'))`,
    );
    this.addSql(
      `alter table "subscriptions" add constraint "subscriptions_payment_method_check" check ("payment_method" in ('pix', 'boleto', 'card'))`,
    );
    this.addSql(
      `alter table "subscriptions" add constraint "subscriptions_interval_check" check ("interval" in ('week', 'month', 'year'))`,
    );
    this.addSql(
      `alter table "subscriptions" add constraint "subscriptions_cancellation_reason_check" check ("cancellation_reason" in ('requested', 'unpaid'))`,
    );
    this.addSql(
      `alter table "subscription_cycles" add constraint "subscription_cycles_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "subscription_cycles" add constraint "subscription_cycles_subscription_id_foreign" foreign key ("subscription_id") references "subscriptions" ("id")`,
    );
    this.addSql(
      `alter table "subscription_cycles" add constraint "subscription_cycles_invoice_id_foreign" foreign key ("invoice_id") references "invoices" ("id")`,
    );
    this.addSql(
      `alter table "subscription_cycles" add constraint "subscription_cycles_period" check (period_end > due_date)`,
    );
    this.addSql(
      `alter table "subscription_cycles" add constraint "subscription_cycles_retrying" check ((state = 'retrying') = (next_attempt_at is not null))`,
    );
    this.addSql(
      `alter table "subscription_cycles" add constraint "subscription_cycles_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
    this.addSql(
      `alter table "subscription_cycles" add constraint "subscription_cycles_state_check" check ("state" in ('open', 'retrying', 'unpaid', 'paid', 'canceled', 'dropped', 'surplus'))`,
    );
    this.addSql(
      `alter table "subscription_items" add constraint "subscription_items_subscription_id_foreign" foreign key ("subscription_id") references "subscriptions" ("id")`,
    );
    this.addSql(
      `alter table "subscription_items" add constraint "subscription_items_product_id_foreign" foreign key ("product_id") references "products" ("id")`,
    );
    this.addSql(
      `alter table "subscription_items" add constraint "subscription_items_amounts" check (quantity > 0 and unit_price_cents > 0)`,
    );
  }
}
