import { Migration } from '@mikro-orm/migrations';

const OF_STORE = `company_id = current_setting('fatura.company_id')::bigint
  and (environment = current_setting('fatura.environment')) is true`;

/**
 * Tokens have a name, rights, networks and a log of their requests; the audit log names the token that acted. An
 * address for alerts is confirmed before anything else is sent there; a store gets a number of mails a day at most.
 *
 * Addresses of before count as confirmed: they have been used. An erasure in production reaches the inboxes of the
 * sandbox of the same store.
 */
export class Migration0025ActsOfTokens extends Migration {
  override up(): void {
    this.addSql(`alter table "api_tokens" add column "name" text not null default '', add column "scopes" jsonb null,
      add column "networks" jsonb null, add column "last_used_from" text null, add column "refusal_mailed_at" timestamptz(3) null`);
    this.addSql(`create table "api_requests" (
      "id" bigserial primary key,
      "token_id" bigint not null,
      "company_id" bigint not null,
      "environment" text not null,
      "method" text not null,
      "path" text not null,
      "status" int not null,
      "request_id" text not null,
      "address" text not null,
      "created_at" timestamptz(3) not null,
      constraint api_requests_environment_check check ("environment" in ('production', 'sandbox'))
    )`);
    for (const [column, table] of [
      ['token_id', 'api_tokens'],
      ['company_id', 'companies'],
    ]) {
      this.addSql(`alter table "api_requests" add constraint "api_requests_${column}_foreign"
        foreign key ("${column}") references "${table}" ("id") on delete cascade`);
    }
    this.addSql(`create index "api_requests_token" on "api_requests" ("token_id", "id")`);
    this.protect('api_requests', 'select');

    this.addSql(`alter table "audit_entries" add column "token_id" bigint null`);
    this.addSql(
      `alter table "audit_entries" add constraint "audit_entries_token_id_foreign" foreign key ("token_id") references "api_tokens" ("id") on delete set null`,
    );
    this.addSql(`create index audit_entries_token on audit_entries (token_id, id) where token_id is not null`);

    this.addSql(`alter table "store_settings" add column "confirmed_alert_email" text null`);
    this.addSql(`update "store_settings" set "confirmed_alert_email" = "alert_email"`);
    this.addSql(`create table "mail_counts" (
      "id" bigserial primary key,
      "company_id" bigint not null,
      "environment" text not null,
      "kind" text not null,
      "day" date not null,
      "count" int not null,
      constraint mail_counts_kind unique ("company_id", "environment", "kind"),
      constraint mail_counts_environment_check check ("environment" in ('production', 'sandbox')),
      constraint mail_counts_kind_check check ("kind" in ('alert', 'security'))
    )`);
    this.addSql(`alter table "mail_counts" add constraint "mail_counts_company_id_foreign"
      foreign key ("company_id") references "companies" ("id") on delete cascade`);
    this.protect('mail_counts', 'select, insert, update');
    this.addSql(`grant usage on sequence mail_counts_id_seq to fatura_store`);

    this.addSql(ERASE_INBOX_MESSAGES);
    this.addSql(`revoke all on function erase_inbox_messages(bigint, text, text) from public`);
    this.addSql(`grant execute on function erase_inbox_messages(bigint, text, text) to fatura_store`);

    this.addSql(`alter table "access_links" add column "environment" text null`);
    this.addSql(
      `alter table "access_links" drop constraint "access_links_kind_check", drop constraint "access_links_kind_fields"`,
    );
    this.addSql(`alter table "access_links"
      add constraint "access_links_kind_check" check ("kind" in ('invitation', 'password_reset', 'alert_address')),
      add constraint "access_links_environment_check" check ("environment" in ('production', 'sandbox')),
      add constraint access_links_kind_fields check ((kind = 'invitation' and company_id is not null and role is not null) or (kind = 'password_reset' and person_id is not null) or (kind = 'alert_address' and company_id is not null and environment is not null))`);
  }

  private protect(table: string, may: string): void {
    this.addSql(`alter table ${table} enable row level security`);
    this.addSql(`create policy of_store on ${table} to fatura_store using (${OF_STORE})`);
    this.addSql(`grant ${may} on ${table} to fatura_store`);
  }
}

/** As the owner: a request of production sees no inbox. A request names its own store, or deletes nothing. */
const ERASE_INBOX_MESSAGES = `create function erase_inbox_messages(whose bigint, mark text, email text) returns void
  language sql security definer set search_path from current as $$
    delete from sandbox_messages where inbox_id in (select id from sandbox_inboxes where company_id = whose)
      and whose = coalesce(nullif(current_setting('fatura.company_id', true), '')::bigint, whose)
      and (strpos(body, mark) > 0 or strpos(body, email) > 0)
  $$`;
