import { Migration } from '@mikro-orm/migrations';

/** Rotated secrets, the delivery log in full, redeliveries, test events, and webhooks that keep failing. */
export class Migration0004WebhookOperations extends Migration {
  override up(): void {
    this.addSql(
      `create table "webhook_incidents" ("id" bigserial primary key, "company_id" bigint not null, "environment" text not null, "endpoint_id" bigint not null, "last_error" text not null, "opened_at" timestamptz(3) not null, "closed_at" timestamptz(3) null, "alerted_at" timestamptz(3) null, "recovery_alerted_at" timestamptz(3) null, "alert_leased_until" timestamptz(3) null)`,
    );
    this.addSql(`create index "webhook_incidents_endpoint" on "webhook_incidents" ("endpoint_id", "id")`);
    this.addSql(
      `create unique index webhook_incidents_open on webhook_incidents (endpoint_id) where closed_at is null`,
    );
    this.addSql(`alter table "outbox" drop constraint "outbox_invoice_id_foreign"`);
    this.addSql(
      `alter table "companies" add "webhook_retry_max_interval_seconds" int not null default 86400, add "alert_email" text null`,
    );
    this.addSql(
      `alter table "companies" add constraint "companies_retry_max_interval" check (webhook_retry_max_interval_seconds > 0)`,
    );
    this.addSql(`alter table "events" drop constraint "events_type_check"`);
    this.addSql(
      `alter table "events" add constraint "events_type_check" check ("type" in ('invoice.created', 'invoice.payment_confirmed', 'invoice.payment_registered', 'invoice.refused', 'invoice.updated', 'invoice.abandoned', 'subscription.created', 'subscription.renewed', 'invoice.overdue', 'invoice.expired', 'invoice.canceled', 'invoice.refunded', 'invoice.overpaid', 'subscription.canceled', 'subscription.payment_failed', 'webhook.test'))`,
    );
    this.addSql(
      `alter table "webhook_endpoints" add "previous_secret" text null, add "previous_secret_expires_at" timestamptz(3) null, add "event_sequence" int not null default 0, add "disabled_reason" text null, add "failing_since" timestamptz(3) null, add "paused_at" timestamptz(3) null, add "next_probe_at" timestamptz(3) null`,
    );
    this.addSql(
      `alter table "webhook_deliveries" add "runs_in" text not null default 'invoice', add "attempts_before" int not null default 0`,
    );
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_runs_in_check" check ("runs_in" in ('invoice', 'delivery'))`,
    );
    this.addSql(
      `alter table "webhook_attempts" add "url" text null, add "request_headers" jsonb null, add "response_headers" jsonb null, add "response_body" text null`,
    );
    this.addSql(`alter table "outbox" add "delivery_id" bigint null`);
    this.addSql(
      `alter table "outbox" add constraint "outbox_delivery_id_foreign" foreign key ("delivery_id") references "webhook_deliveries" ("id") on delete cascade`,
    );
    this.addSql(`alter table "outbox" alter column "invoice_id" drop not null`);
    this.addSql(
      `alter table "outbox" add constraint "outbox_invoice_id_foreign" foreign key ("invoice_id") references "invoices" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "outbox" add constraint "outbox_one_subject" check (num_nonnulls(invoice_id, delivery_id) = 1)`,
    );
    this.addSql(
      `alter table "webhook_incidents" add constraint "webhook_incidents_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "webhook_incidents" add constraint "webhook_incidents_endpoint_id_foreign" foreign key ("endpoint_id") references "webhook_endpoints" ("id")`,
    );
    this.addSql(
      `alter table "webhook_incidents" add constraint "webhook_incidents_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
  }
}
