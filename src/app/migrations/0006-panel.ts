import { Migration } from '@mikro-orm/migrations';

/**
 * People, their sessions and their acts; the indexes by which lists and charts of the panel are as quick for a large
 * store.
 *
 * The migration locks writes while it builds indexes: a write of customers, invoices, payments or deliveries waits
 * until the migration has read and sorted the rows. Reading goes on.
 */
export class Migration0006Panel extends Migration {
  override up(): void {
    this.addSql(
      `create table "mails" ("id" bigserial primary key, "recipient" text not null, "content" text not null, "attempts" int not null default 0, "claimable_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "created_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "mails_claimable_at_index" on "mails" ("claimable_at")`);
    this.addSql(
      `create table "people" ("id" bigserial primary key, "email" text not null, "name" text not null, "password_hash" text null, "is_operator" boolean not null default false, "language" text null, "created_at" timestamptz(3) not null)`,
    );
    this.addSql(`alter table "people" add constraint "people_email_unique" unique ("email")`);
    this.addSql(
      `create table "panel_submissions" ("key" text not null, "person_id" bigint not null, "created_at" timestamptz(3) not null, primary key ("key"))`,
    );
    this.addSql(`create index "panel_submissions_person_id_index" on "panel_submissions" ("person_id")`);
    this.addSql(`create index "panel_submissions_created_at_index" on "panel_submissions" ("created_at")`);
    this.addSql(
      `create table "memberships" ("id" bigserial primary key, "company_id" bigint not null, "person_id" bigint not null, "role" text not null, "created_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "memberships_company_id_index" on "memberships" ("company_id")`);
    this.addSql(
      `alter table "memberships" add constraint "memberships_person_company" unique ("person_id", "company_id")`,
    );
    this.addSql(
      `create table "audit_entries" ("id" bigserial primary key, "company_id" bigint null, "environment" text null, "person_id" bigint null, "actor" text not null, "by_operator" boolean not null default false, "action" text not null, "subject" text null, "details" jsonb not null default '{}', "address" text not null, "user_agent" text not null, "created_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "audit_entries_company" on "audit_entries" ("company_id", "id")`);
    this.addSql(`create index "audit_entries_person" on "audit_entries" ("person_id", "id")`);
    this.addSql(`create index audit_entries_platform on audit_entries (id) where by_operator or company_id is null`);
    this.addSql(
      `create table "access_links" ("id" bigserial primary key, "kind" text not null, "token_hash" text not null, "email" text not null, "person_id" bigint null, "company_id" bigint null, "role" text null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "used_at" timestamptz(3) null)`,
    );
    this.addSql(`alter table "access_links" add constraint "access_links_token_hash_unique" unique ("token_hash")`);
    this.addSql(`create index "access_links_person_id_index" on "access_links" ("person_id")`);
    this.addSql(`create index "access_links_company" on "access_links" ("company_id", "id")`);
    this.addSql(
      `create table "person_sessions" ("id" bigserial primary key, "person_id" bigint not null, "token_hash" text not null, "created_at" timestamptz(3) not null, "last_seen_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "address" text not null, "user_agent" text not null)`,
    );
    this.addSql(`create index "person_sessions_person_id_index" on "person_sessions" ("person_id")`);
    this.addSql(
      `alter table "person_sessions" add constraint "person_sessions_token_hash_unique" unique ("token_hash")`,
    );
    this.addSql(`create index "person_sessions_last_seen_at_index" on "person_sessions" ("last_seen_at")`);
    this.addSql(`alter table "outbox" add "created_at" timestamptz(3) not null default now()`);
    this.addSql(
      `create index customers_words on customers using gin (to_tsvector('simple'::regconfig, 'store' || company_id::text || environment || ' ' || regexp_replace(translate(lower(normalize(name || ' ' || email, NFC)), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn'), '[^a-z0-9]+', ' ', 'g')))`,
    );
    this.addSql(`create index "invoices_method" on "invoices" ("company_id", "environment", "payment_method", "id")`);
    this.addSql(`create index "invoices_created" on "invoices" ("company_id", "environment", "created_at")`);
    this.addSql(
      `create index "invoices_reference" on "invoices" ("company_id", "environment", "external_reference", "id")`,
    );
    this.addSql(`create index "invoices_due" on "invoices" ("company_id", "environment", "due_date", "id")`);
    this.addSql(
      `create index payment_attempts_refused on payment_attempts (company_id, environment, updated_at) where state = 'refused'`,
    );
    this.addSql(`create index "payments_paid" on "payments" ("company_id", "environment", "paid_at")`);
    this.addSql(
      `create index "webhook_deliveries_completed" on "webhook_deliveries" ("company_id", "environment", "completed_at")`,
    );
    this.addSql(`create index "webhook_deliveries_store" on "webhook_deliveries" ("company_id", "environment", "id")`);
    // After the indexes: nobody reads companies from here to the end, and every request does.
    this.addSql(
      `alter table "companies" add "beneficiary_name" text null, add "default_fine" jsonb null, add "default_interest" jsonb null, add "suspended_at" timestamptz(3) null, add "suspension_reason" text null`,
    );
    this.addSql(`alter table "people" add constraint "people_email_lower" check (email = lower(email))`);
    this.addSql(`alter table "people" add constraint "people_language_check" check ("language" in ('pt', 'en'))`);
    this.addSql(
      `alter table "panel_submissions" add constraint "panel_submissions_person_id_foreign" foreign key ("person_id") references "people" ("id")`,
    );
    this.addSql(
      `alter table "memberships" add constraint "memberships_company_id_foreign" foreign key ("company_id") references "companies" ("id")`,
    );
    this.addSql(
      `alter table "memberships" add constraint "memberships_person_id_foreign" foreign key ("person_id") references "people" ("id")`,
    );
    this.addSql(
      `alter table "memberships" add constraint "memberships_role_check" check ("role" in ('owner', 'developer', 'support'))`,
    );
    this.addSql(
      `alter table "audit_entries" add constraint "audit_entries_company_id_foreign" foreign key ("company_id") references "companies" ("id") on delete set null`,
    );
    this.addSql(
      `alter table "audit_entries" add constraint "audit_entries_person_id_foreign" foreign key ("person_id") references "people" ("id") on delete set null`,
    );
    this.addSql(
      `alter table "audit_entries" add constraint "audit_entries_environment_check" check ("environment" in ('production', 'sandbox'))`,
    );
    this.addSql(
      `alter table "access_links" add constraint "access_links_person_id_foreign" foreign key ("person_id") references "people" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "access_links" add constraint "access_links_company_id_foreign" foreign key ("company_id") references "companies" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "access_links" add constraint "access_links_kind_fields" check ((kind = 'invitation' and company_id is not null and role is not null) or (kind = 'password_reset' and person_id is not null))`,
    );
    this.addSql(
      `alter table "access_links" add constraint "access_links_kind_check" check ("kind" in ('invitation', 'password_reset'))`,
    );
    this.addSql(
      `alter table "access_links" add constraint "access_links_role_check" check ("role" in ('owner', 'developer', 'support'))`,
    );
    this.addSql(
      `alter table "person_sessions" add constraint "person_sessions_person_id_foreign" foreign key ("person_id") references "people" ("id")`,
    );
  }
}
