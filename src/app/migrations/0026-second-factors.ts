import { Migration } from '@mikro-orm/migrations';

/**
 * People have a second factor: passkeys, codes of an app, and recovery codes. A store may ask all its people for it,
 * bound what is refunded on a day, and ask a second person for large refunds. Requests of a store do not reach factors.
 *
 * The version before, which may run beside this one, signs people in without it.
 */
export class Migration0026SecondFactors extends Migration {
  override up(): void {
    this.addSql(`alter table "people" add column "has_second_factor" boolean not null default false,
      add column "second_factor_asked_at" timestamptz(3) null`);
    this.addSql(`alter table "person_sessions" add column "factor_at" timestamptz(3) null,
      add column "is_pending" boolean not null default false, add column "last_proof" text null`);
    this.addSql(`create table "passkeys" (
      "id" bigserial primary key,
      "person_id" bigint not null,
      "credential_id" text not null,
      "public_key" text not null,
      "counter" bigint not null,
      "transports" jsonb not null,
      "name" text not null,
      "created_at" timestamptz(3) not null,
      "last_used_at" timestamptz(3) null
    )`);
    this.addSql(`alter table "passkeys" add constraint "passkeys_credential_id_unique" unique ("credential_id")`);
    this.addSql(`create index "passkeys_person_id_index" on "passkeys" ("person_id")`);
    this.addSql(`create table "second_factors" (
      "id" bigserial primary key,
      "person_id" bigint not null,
      "totp_secret" text null,
      "totp_confirmed_at" timestamptz(3) null,
      "totp_period" bigint null,
      "recovery_codes" text null
    )`);
    this.addSql(`alter table "second_factors" add constraint "second_factors_person_id_unique" unique ("person_id")`);
    for (const table of ['passkeys', 'second_factors']) {
      this.addSql(`alter table "${table}" add constraint "${table}_person_id_foreign"
        foreign key ("person_id") references "people" ("id") on delete cascade`);
    }

    this.addSql(`alter table "refunds" add column "requested_by_id" bigint null`);
    this.addSql(`alter table "refunds" add constraint "refunds_requested_by_id_foreign"
      foreign key ("requested_by_id") references "people" ("id") on delete set null`);
    this.addSql(`alter table "refunds" drop constraint "refunds_state_check"`);
    this.addSql(`alter table "refunds" add constraint "refunds_state_check"
      check ("state" in ('pending', 'succeeded', 'failed', 'awaiting_approval', 'rejected'))`);
    this.addSql(
      `create index "refunds_awaiting" on "refunds" ("company_id", "environment", "id") where state = 'awaiting_approval'`,
    );
    this.addSql(`create index "refunds_of_day" on "refunds" ("company_id", "environment", "created_at")`);

    this.addSql(`alter table "companies" add column "requires_second_factor" boolean not null default false,
      add column "refund_step_up_cents" bigint null, add column "refund_approval_cents" bigint null,
      add column "refund_day_limit_cents" bigint null`);
    this.addSql(`alter table "companies" add constraint companies_refund_limits
      check (refund_step_up_cents >= 0 and refund_approval_cents >= 0 and refund_day_limit_cents >= 0)`);
  }
}
