import { Migration } from '@mikro-orm/migrations';

/**
 * Gives an entry its store, so that stores take turns; the number of its tries; and whether it is an entry of many that
 * a single act ordered. The index on `claimable_at` alone gives way to two that lead with the kind of the entry.
 */
export class Migration0018FairOutbox extends Migration {
  override up(): void {
    this.addSql(`alter table "outbox"
      add column "company_id" bigint not null default 0, add column "environment" text not null default '',
      add column "is_bulk" boolean not null default false, add column "tries" int not null default 0,
      add column "revision" int not null default 0, add column "refusal" text null`);
    this.addSql(FIND_STORE);
    this.addSql(`create trigger outbox_store_of_entry before insert on outbox for each row
      when (new.company_id = 0) execute function find_store_of_outbox_entry()`);
    this.addSql(`drop index "outbox_claimable"`);
    this.addSql(`create index "outbox_claimable" on "outbox" ("is_bulk", "claimable_at", "id")`);
    this.addSql(
      `create index "outbox_store" on "outbox" ("is_bulk", "company_id", "environment", "claimable_at", "id")`,
    );
    this.addSql(`create index outbox_set_aside on outbox (id) where refusal is not null`);
    for (const subject of ['invoice_id', 'delivery_id', 'subscription_id', 'customer_id']) {
      this.addSql(`create unique index outbox_bulk_${subject} on outbox (${subject}) where is_bulk`);
    }
    this.addSql(`create table "requeued_work" ("kind" text not null, "subject_id" bigint not null, "times" int not null,
      "next_at" timestamptz(3) not null, primary key ("kind", "subject_id"))`);
    this.addSql(`alter table "requeued_work" add constraint "requeued_work_kind_check"
      check ("kind" in ('invoice', 'subscription', 'delivery', 'customer'))`);
    this.addSql(`create index "requeued_work_next" on "requeued_work" ("next_at")`);
    // A request may find the entries of its own store, and note that one of them has to be told again.
    this.addSql(`alter table outbox enable row level security`);
    this.addSql(`create policy of_store on outbox to fatura_store using (
      company_id = current_setting('fatura.company_id')::bigint and (environment = current_setting('fatura.environment')) is true)`);
    this.addSql(`grant select, update (revision) on outbox to fatura_store`);
  }
}

/**
 * A request has said which store it is of. Elsewhere the subject knows, unless the same statement inserts the subject:
 * then whoever inserts says it.
 */
const FIND_STORE = `create function find_store_of_outbox_entry() returns trigger language plpgsql as $$
  begin
    if coalesce(current_setting('fatura.company_id', true), '') <> '' then
      new.company_id := current_setting('fatura.company_id')::bigint;
      new.environment := current_setting('fatura.environment');
      return new;
    end if;
    select company_id, environment into new.company_id, new.environment from invoices where id = new.invoice_id
    union all select company_id, environment from webhook_deliveries where id = new.delivery_id
    union all select company_id, environment from subscriptions where id = new.subscription_id
    union all select company_id, environment from customers where id = new.customer_id;
    new.company_id := coalesce(new.company_id, 0);
    new.environment := coalesce(new.environment, '');
    return new;
  end $$`;
