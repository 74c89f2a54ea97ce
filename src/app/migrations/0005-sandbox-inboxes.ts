import { Migration } from '@mikro-orm/migrations';

/** The sandbox's inboxes, where newcomers see what their webhooks are sent. */
export class Migration0005SandboxInboxes extends Migration {
  override up(): void {
    this.addSql(
      `create table "sandbox_inboxes" ("id" bigserial primary key, "company_id" bigint not null, "name" text not null, "created_at" timestamptz(3) not null)`,
    );
    this.addSql(`alter table "sandbox_inboxes" add constraint "sandbox_inboxes_name_unique" unique ("name")`);
    this.addSql(`create index "sandbox_inboxes_company" on "sandbox_inboxes" ("company_id", "id")`);
    this.addSql(
      `create table "sandbox_messages" ("id" bigserial primary key, "inbox_id" bigint not null, "headers" jsonb not null, "body" text not null, "event" text null, "status_code" int not null, "verified" boolean null, "webhook_id" bigint null, "service_signature" text not null, "standard_signature" text not null, "received_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "sandbox_messages_inbox" on "sandbox_messages" ("inbox_id", "id")`);
    this.addSql(
      `alter table "sandbox_inboxes" add constraint "sandbox_inboxes_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "sandbox_messages" add constraint "sandbox_messages_inbox_id_foreign" foreign key ("inbox_id") references "sandbox_inboxes" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "sandbox_messages" add constraint "sandbox_messages_webhook_id_foreign" foreign key ("webhook_id") references "webhook_endpoints" ("id") on delete set null`,
    );
    this.addSql(
      `alter table "sandbox_messages" add constraint "sandbox_messages_service_signature_check" check ("service_signature" in ('valid', 'previous', 'old', 'wrong', 'missing', 'unchecked'))`,
    );
    this.addSql(
      `alter table "sandbox_messages" add constraint "sandbox_messages_standard_signature_check" check ("standard_signature" in ('valid', 'previous', 'old', 'wrong', 'missing', 'unchecked'))`,
    );
  }
}
