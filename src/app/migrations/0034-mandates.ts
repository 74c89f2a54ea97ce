import { Migration } from '@mikro-orm/migrations';

const EVENTS = [
  'invoice.created',
  'invoice.payment_confirmed',
  'invoice.payment_registered',
  'invoice.refused',
  'invoice.updated',
  'invoice.abandoned',
  'subscription.created',
  'subscription.renewed',
  'invoice.overdue',
  'invoice.expired',
  'invoice.canceled',
  'invoice.refunded',
  'invoice.overpaid',
  'invoice.disputed',
  'invoice.dispute_updated',
  'invoice.dispute_closed',
  'subscription.canceled',
  'subscription.payment_failed',
  'subscription.updated',
  'subscription.trial_ended',
  'subscription.past_due',
  'subscription.paused',
  'subscription.resumed',
  'subscription.ended',
  'subscription.authorized',
  'subscription.authorization_refused',
  'subscription.authorization_canceled',
  'customer.erased',
  'audit.recorded',
  'webhook.test',
];

/**
 * A payer may agree once that each charge of a subscription is debited (Pix Automático). The version before, which may
 * run beside this one, knows no such subscription: the first is started after the upgrade. The constraints of large
 * tables are not held against the rows that exist until the next migration.
 */
export class Migration0034Mandates extends Migration {
  override up(): void {
    this.addSql(`create table "mandates" ("id" bigserial primary key, "company_id" bigint not null,
      "environment" text not null, "subscription_id" bigint not null, "gateway" text not null,
      "gateway_account_id" text null, "gateway_mandate_id" text null, "journey" text not null, "status" text not null,
      "may_retry" boolean not null, "is_settled" boolean not null default true,
      "is_cancellation_due" boolean not null default false, "qr_code" text null, "page_hash" text not null,
      "payer_account" text null, "request_ends_at" timestamptz(3) not null, "authorized_at" timestamptz(3) null,
      "ended_at" timestamptz(3) null, "ended_by" text null, "end_reason" text null,
      "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`);
    this.addSql(`alter table "mandates" add constraint "mandates_page" unique ("page_hash")`);
    this.addSql(`create index "mandates_subscription" on "mandates" ("subscription_id", "id")`);
    this.addSql(`create unique index mandates_live on mandates (subscription_id)
      where status in ('requested', 'pending', 'authorized')`);
    this.addSql(`create index mandates_open on mandates (subscription_id)
      where status in ('requested', 'pending', 'authorized') or is_settled = false or is_cancellation_due`);
    this.addSql(`create unique index mandates_gateway on mandates (company_id, environment, gateway, gateway_mandate_id)
      where gateway_mandate_id is not null`);
    this.addSql(`alter table "mandates" add constraint "mandates_company_id_foreign"
      foreign key ("company_id") references "companies" ("id")`);
    this.addSql(`alter table "mandates" add constraint "mandates_subscription_id_foreign"
      foreign key ("subscription_id") references "subscriptions" ("id")`);
    for (const [column, values] of [
      ['environment', ['production', 'sandbox']],
      ['journey', ['bank_request', 'qr_code', 'first_payment']],
      ['status', ['requested', 'pending', 'authorized', 'rejected', 'expired', 'canceled']],
      ['ended_by', ['payer', 'store', 'bank']],
    ] as const) {
      this.addSql(
        `alter table "mandates" add constraint "mandates_${column}_check" check ("${column}" in (${inList(values)}))`,
      );
    }
    this.addSql(`alter table mandates enable row level security`);
    this.addSql(`create policy of_store on mandates to fatura_store using (
      company_id = current_setting('fatura.company_id')::bigint and (environment = current_setting('fatura.environment')) is true)`);
    this.addSql(`grant select, insert, update, delete on mandates to fatura_store`);
    this.addSql(`grant usage, select on sequence mandates_id_seq to fatura_store`);

    this.addSql(`alter table "subscriptions" add column "authorized_at" timestamptz(3) null`);
    this.addSql(`alter table "subscriptions" drop constraint "subscriptions_status_check",
      drop constraint "subscriptions_payment_method_check"`);
    this.addSql(`alter table "subscriptions"
      add constraint "subscriptions_status_check" check ("status" in
        ('trialing', 'awaiting_authorization', 'active', 'past_due', 'paused', 'canceled', 'ended')),
      add constraint "subscriptions_payment_method_check" check ("payment_method" in
        ('pix', 'boleto', 'card', 'pix_automatic'))`);
    this.addSql(`alter table "subscription_cycles" add column "asks_bank_at" timestamptz(3) null`);
    this.addSql(`alter table "payment_attempts" add column "mandate_id" bigint null, add column "settles_on" date null,
      add column "retries_attempt_id" bigint null`);
    this.addSql(`alter table "payment_attempts" add constraint "payment_attempts_mandate_id_foreign"
      foreign key ("mandate_id") references "mandates" ("id") not valid`);
    this.addSql(`alter table "events" drop constraint "events_type_check"`);
    this.addSql(
      `alter table "events" add constraint "events_type_check" check ("type" in (${inList(EVENTS)})) not valid`,
    );
  }
}

function inList(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(', ');
}
