import { Migration } from '@mikro-orm/migrations';

/**
 * A sandbox may have a clock of its own. The partial indexes find what is due next in a store, and cost production
 * nothing. The version before, which may run beside this one, knows no clock: a sandbox is given one after the upgrade.
 */
export class Migration0030SandboxClocks extends Migration {
  override up(): void {
    this.addSql(`create table "sandbox_clocks" ("id" bigserial primary key, "company_id" bigint not null,
      "environment" text not null, "now_at" timestamptz(3) not null,
      "target_at" timestamptz(3) null, "is_stopping" boolean not null default false, "done" int not null default 0,
      "updated_at" timestamptz(3) not null default now())`);
    this.addSql(
      `alter table "sandbox_clocks" add constraint "sandbox_clocks_store" unique ("company_id", "environment")`,
    );
    this.addSql(`alter table "sandbox_clocks" add constraint "sandbox_clocks_company_id_foreign"
      foreign key ("company_id") references "companies" ("id")`);
    this.addSql(
      `alter table "sandbox_clocks" add constraint "sandbox_clocks_environment_check" check ("environment" in ('sandbox'))`,
    );
    this.addSql(
      `alter table "sandbox_clocks" add constraint "sandbox_clocks_forwards" check ("target_at" >= "now_at")`,
    );
    this.addSql(`create index sandbox_clocks_advancing on sandbox_clocks (updated_at) where target_at is not null`);
    this.addSql(`alter table sandbox_clocks enable row level security`);
    this.addSql(`create policy of_store on sandbox_clocks to fatura_store using (
      company_id = current_setting('fatura.company_id')::bigint and (environment = current_setting('fatura.environment')) is true)`);
    this.addSql(`grant select, insert, update, delete on sandbox_clocks to fatura_store`);
    this.addSql(`create index invoices_sandbox_deadline on invoices (company_id, next_deadline_at)
      where environment = 'sandbox' and next_deadline_at is not null`);
    this.addSql(`create index subscriptions_sandbox_step on subscriptions (company_id, next_step_at)
      where environment = 'sandbox' and next_step_at is not null`);
    this.addSql(`create index webhook_deliveries_sandbox_attempt on webhook_deliveries (company_id, next_attempt_at)
      where environment = 'sandbox' and state = 'pending'`);
    for (const [table, column] of [
      ['outbox', 'subject_type'],
      ['requeued_work', 'kind'],
    ]) {
      this.addSql(`alter table "${table}" drop constraint "${table}_${column}_check"`);
      this.addSql(`alter table "${table}" add constraint "${table}_${column}_check"
        check ("${column}" in ('invoice', 'subscription', 'delivery', 'customer', 'clock'))`);
    }
  }
}
