import { Migration } from '@mikro-orm/migrations';

const COMPANY = `current_setting('fatura.company_id')::bigint`;
const ENVIRONMENT = `current_setting('fatura.environment')`;

/** Stores write to their payers by a schedule of their own, which is off until they switch it on. */
export class Migration0038Reminders extends Migration {
  override up(): void {
    this.addSql(`alter table "store_settings" add column "reminder_schedule" jsonb null,
      add column "reminder_words" jsonb null, add column "replanned_until" bigint null,
      add column "replanned_at" timestamptz(3) null, add column "twilio_account" text null`);
    this.addSql(`create index store_settings_replanned on store_settings (replanned_at)
      where replanned_until is not null`);
    this.addSql(`alter table "customers" add column "language" text null, add column "reminder_stop" text null`);
    this.addSql(`alter table "customers" add constraint "customers_language_check"
      check ("language" in ('pt', 'en', 'es')) not valid`);
    this.addSql(`alter table "customers" add constraint "customers_reminder_stop_check"
      check ("reminder_stop" in ('unsubscribed', 'bounced', 'complained', 'store')) not valid`);
    this.addSql(`alter table "invoices" add column "reminder_step" text null,
      add column "reminder_at" timestamptz(3) null, add column "reminded_until" timestamptz(3) null,
      add column "reminders_held_at" timestamptz(3) null`);
    this.addSql(`create table "payer_messages" ("id" bigserial primary key, "company_id" bigint not null,
      "environment" text not null, "invoice_id" bigint not null, "kind" text not null, "channel" text not null,
      "step" text null, "due_date" date null, "refund_id" bigint null, "state" text not null, "reason" text null,
      "token" text not null, "send_at" timestamptz(3) not null, "attempts" int not null default 0,
      "provider_id" text null, "sent_at" timestamptz(3) null, "created_at" timestamptz(3) not null,
      "updated_at" timestamptz(3) not null)`);
    this.constrain();
    this.addSql(`alter table payer_messages enable row level security`);
    this.addSql(`create policy of_store on payer_messages to fatura_store
      using (company_id = ${COMPANY} and (environment = ${ENVIRONMENT}) is true)`);
    this.addSql(`grant select, insert, update on payer_messages to fatura_store`);
    this.addSql(`grant usage, select on sequence payer_messages_id_seq to fatura_store`);
  }

  private constrain(): void {
    const lists = {
      environment: ['production', 'sandbox'],
      kind: ['reminder', 'receipt', 'refund_notice'],
      channel: ['email', 'sms', 'whatsapp'],
      state: ['queued', 'sending', 'sent', 'skipped', 'failed', 'unknown', 'bounced', 'complained'],
    };
    for (const [column, values] of Object.entries(lists)) {
      const list = values.map((value) => `'${value}'`).join(', ');
      this.addSql(`alter table "payer_messages" add constraint "payer_messages_${column}_check"
        check ("${column}" in (${list}))`);
    }
    this.addSql(`alter table "payer_messages" add constraint "payer_messages_token_unique" unique ("token")`);
    this.addSql(`alter table "payer_messages" add constraint "payer_messages_step"
      unique ("invoice_id", "step", "due_date")`);
    this.addSql(`create index "payer_messages_store" on "payer_messages" ("company_id", "environment", "id")`);
    this.addSql(`create index "payer_messages_invoice" on "payer_messages" ("invoice_id", "id")`);
    this.addSql(`create index payer_messages_due on payer_messages (company_id, environment, send_at)
      where state in ('queued', 'sending')`);
    this.addSql(`alter table "payer_messages" add constraint "payer_messages_company_id_foreign"
      foreign key ("company_id") references "companies" ("id")`);
    this.addSql(`alter table "payer_messages" add constraint "payer_messages_invoice_id_foreign"
      foreign key ("invoice_id") references "invoices" ("id") on delete cascade`);
    this.addSql(`alter table "payer_messages" add constraint "payer_messages_refund_id_foreign"
      foreign key ("refund_id") references "refunds" ("id") on delete cascade`);
  }
}
