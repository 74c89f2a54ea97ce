import { Migration } from '@mikro-orm/migrations';

const COMPANY = `current_setting('fatura.company_id')::bigint`;
const ENVIRONMENT = `current_setting('fatura.environment')`;
const IS_OF_STORE = `company_id = ${COMPANY} and (environment = ${ENVIRONMENT}) is true`;

const ACCOUNTS = [
  ...['receivable', 'gateway_balance', 'bank', 'external', 'fees', 'refunds', 'disputes', 'surplus'],
  ...['credit_notes', 'write_offs'],
];
const KINDS = [
  ...['payment', 'payment_reversed', 'surplus', 'refund', 'refund_reversed', 'fee', 'moved', 'dispute'],
  ...['payout', 'payout_returned', 'credit_note', 'write_off', 'write_off_recovered'],
];
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
  'payout.created',
  'payout.paid',
  'payout.failed',
  'payout.reconciled',
  'customer.erased',
  'audit.recorded',
  'webhook.test',
];
const OWNED = `"id" bigserial primary key, "company_id" bigint not null, "environment" text not null`;

/**
 * The ledger: each movement of money is a transaction whose entries come to zero, and nobody changes an entry. The
 * worker posts what was booked before, and what the version before books while it runs beside this one.
 */
export class Migration0036Ledger extends Migration {
  override up(): void {
    this.makeTables();
    this.addSql(HOLD_TO_ZERO);
    this.addSql(`create trigger ledger_entries_posted after insert on ledger_entries
      referencing new table as posted for each statement execute function post_ledger_entries()`);
    this.addSql(REFUSE_CHANGE);
    for (const table of ['ledger_transactions', 'ledger_entries']) {
      this.addSql(`create trigger ${table}_kept before update or delete on ${table}
        for each row execute function refuse_ledger_change()`);
    }
    this.protect('ledger_transactions', 'select, insert');
    this.protect('ledger_entries', 'select, insert');
    this.protect('ledger_totals', 'select');
    this.protect('payouts', 'select');
    this.protect('concessions', 'select, insert, update');
    this.extendPayments();
    this.addSql(`alter table "invoices" add column "amount_credited_cents" bigint not null default '0',
      add column "amount_written_off_cents" bigint not null default '0'`);
    this.addSql(`create index "disputes_store" on "disputes" ("company_id", "environment", "id")`);
    this.addSql(`create index "disputes_status" on "disputes" ("company_id", "environment", "status", "id")`);
    this.addSql(`create index "disputes_created" on "disputes" ("company_id", "environment", "created_at")`);
    this.addSql(
      `create index invoices_paid on invoices (company_id, environment, paid_at, id) where paid_at is not null`,
    );
    this.addSql(`create index refunds_of_gateway on refunds (company_id, environment, gateway_refund_id)
      where gateway_refund_id is not null`);
    this.addSql(`create index "refunds_payment" on "refunds" ("payment_id", "id")`);
    this.addSql(`create index "refunds_store" on "refunds" ("company_id", "environment", "id")`);
    this.addSql(`create index "refunds_state" on "refunds" ("company_id", "environment", "state", "id")`);
    this.addSql(`alter table "refunds" add column "payout_id" bigint null`);
    this.addSql(`alter table "refunds" add constraint "refunds_payout_id_foreign"
      foreign key ("payout_id") references "payouts" ("id") on delete set null not valid`);
    this.addSql(`create index refunds_payout on refunds (payout_id, id) where payout_id is not null`);
  }

  private makeTables(): void {
    this.addSql(`create table "ledger_transactions" (${OWNED}, "kind" text not null, "source_id" bigint not null,
      "part" int not null, "invoice_id" bigint null, "posted_at" timestamptz(3) not null)`);
    this.addSql(`alter table "ledger_transactions" add constraint "ledger_transactions_source"
      unique ("kind", "source_id", "part")`);
    this.addSql(`create table "ledger_entries" (${OWNED}, "transaction_id" bigint not null, "kind" text not null,
      "account" text not null, "gateway" text null, "amount_cents" bigint not null, "counts_on" date not null, "invoice_id" bigint null,
      "posted_at" timestamptz(3) not null)`);
    for (const [name, columns] of [
      ['store', '"company_id", "environment", "id"'],
      ['account', '"company_id", "environment", "account", "id"'],
      ['invoice', '"invoice_id", "id"'],
      ['transaction', '"transaction_id"'],
      ['posted', '"company_id", "environment", "posted_at"'],
    ] as const) {
      this.addSql(`create index "ledger_entries_${name}" on "ledger_entries" (${columns})`);
    }
    this.addSql(`create index ledger_entries_counted on ledger_entries (company_id, environment, counts_on)
      where account = 'gateway_balance'`);
    this.addSql(`create table "ledger_totals" (${OWNED}, "kind" text not null, "account" text not null,
      "gateway" text not null, "counts_on" date not null, "debit_cents" bigint not null, "credit_cents" bigint not null)`);
    this.addSql(`alter table "ledger_totals" add constraint "ledger_totals_key"
      unique ("company_id", "environment", "kind", "account", "gateway", "counts_on")`);
    this.addSql(`create table "payouts" (${OWNED}, "gateway" text not null, "gateway_payout_id" text not null,
      "status" text not null, "amount_cents" bigint not null, "arrives_on" date not null, "failure_reason" text null,
      "unexplained_cents" bigint null, "event_sequence" int not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null)`);
    this.addSql(`create index "payouts_store" on "payouts" ("company_id", "environment", "id")`);
    this.addSql(`create index "payouts_arrival" on "payouts" ("company_id", "environment", "arrives_on")`);
    this.addSql(`alter table "payouts" add constraint "payouts_gateway"
      unique ("company_id", "environment", "gateway", "gateway_payout_id")`);
    this.addSql(`create table "concessions" (${OWNED}, "invoice_id" bigint not null, "kind" text not null,
      "amount_cents" bigint not null, "reason" text null, "created_at" timestamptz(3) not null)`);
    this.addSql(`create index "concessions_invoice" on "concessions" ("invoice_id", "id")`);
    for (const table of ['ledger_transactions', 'ledger_entries', 'ledger_totals', 'payouts', 'concessions']) {
      this.addSql(`alter table "${table}" add constraint "${table}_company_id_foreign"
        foreign key ("company_id") references "companies" ("id")`);
      this.check(table, 'environment', ['production', 'sandbox']);
    }
    this.addSql(`alter table "ledger_entries" add constraint "ledger_entries_transaction_id_foreign"
      foreign key ("transaction_id") references "ledger_transactions" ("id")`);
    this.addSql(`alter table "concessions" add constraint "concessions_invoice_id_foreign"
      foreign key ("invoice_id") references "invoices" ("id")`);
    this.addSql(`alter table "ledger_entries" add constraint "ledger_entries_amount" check (amount_cents <> 0),
      add constraint "ledger_entries_gateway" check ((gateway is not null) = (account = 'gateway_balance'))`);
    this.addSql(`alter table "concessions" add constraint "concessions_amount" check (amount_cents > 0)`);
    this.addSql(`alter table "payouts" add constraint "payouts_amount" check (amount_cents > 0)`);
    this.check('ledger_transactions', 'kind', KINDS);
    this.check('ledger_entries', 'kind', KINDS);
    this.check('ledger_totals', 'kind', KINDS);
    this.check('ledger_entries', 'account', ACCOUNTS);
    this.check('ledger_totals', 'account', ACCOUNTS);
    this.check('concessions', 'kind', ['credit_note', 'write_off']);
    this.check('payouts', 'status', ['pending', 'paid', 'failed']);
    const events = EVENTS.map((name) => `'${name}'`).join(', ');
    this.addSql(`alter table "events" drop constraint "events_type_check"`);
    this.addSql(`alter table "events" add constraint "events_type_check" check ("type" in (${events})) not valid`);
  }

  /** The rows that exist get their method in the next migration: this one holds the table for itself. */
  private extendPayments(): void {
    this.addSql(`alter table "payments" add column "method" text null, add column "fee_cents" bigint null,
      add column "available_on" date null, add column "payout_id" bigint null, add column "received_by" text null,
      add column "note" text null, add column "reversed_at" timestamptz(3) null,
      add column "reversal_reason" text null, alter column "attempt_id" drop not null`);
    this.addSql(`alter table "payments" add constraint "payments_payout_id_foreign"
      foreign key ("payout_id") references "payouts" ("id") on delete set null not valid`);
    this.addSql(`alter table "payments" add constraint "payments_fee"
      check (fee_cents >= 0 and fee_cents <= amount_cents) not valid`);
    this.addSql(FILL_METHOD);
    this.addSql(`create trigger payments_method_filled before insert on payments for each row
      when (new.method is null) execute function fill_payment_method()`);
  }

  private check(table: string, column: string, values: readonly string[]): void {
    const list = values.map((value) => `'${value}'`).join(', ');
    this.addSql(`alter table "${table}" add constraint "${table}_${column}_check" check ("${column}" in (${list}))`);
  }

  private protect(table: string, may: string): void {
    this.addSql(`alter table ${table} enable row level security`);
    this.addSql(`create policy of_store on ${table} to fatura_store using (${IS_OF_STORE})`);
    this.addSql(`grant ${may} on ${table} to fatura_store`);
    this.addSql(`grant usage, select on sequence ${table}_id_seq to fatura_store`);
  }
}

/**
 * Runs as the owner, so that no request writes a total but by an entry. Rows of totals are locked in the order of their
 * key, by every statement.
 */
const HOLD_TO_ZERO = `create function post_ledger_entries() returns trigger language plpgsql
  security definer set search_path from current as $$
  declare
    unbalanced record;
  begin
    select transaction_id, sum(amount_cents) as cents into unbalanced from ledger_entries
      where transaction_id in (select transaction_id from posted)
      group by transaction_id having sum(amount_cents) <> 0 limit 1;
    if found then
      raise check_violation using message =
        format('the entries of ledger transaction %s come to %s cents, and not to zero', unbalanced.transaction_id, unbalanced.cents);
    end if;
    insert into ledger_totals (company_id, environment, kind, account, gateway, counts_on, debit_cents, credit_cents)
      select company_id, environment, kind, account, coalesce(gateway, ''), counts_on,
        sum(greatest(amount_cents, 0)), sum(greatest(-amount_cents, 0))
      from posted group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
      on conflict (company_id, environment, kind, account, gateway, counts_on) do update
        set debit_cents = ledger_totals.debit_cents + excluded.debit_cents,
          credit_cents = ledger_totals.credit_cents + excluded.credit_cents;
    return null;
  end $$`;

const REFUSE_CHANGE = `create function refuse_ledger_change() returns trigger language plpgsql as $$
  begin
    raise restrict_violation using message = format('the ledger is append-only: %s of %s is refused', lower(tg_op), tg_table_name);
  end $$`;

/** For the version before, which does not know the column. */
const FILL_METHOD = `create function fill_payment_method() returns trigger language plpgsql
  set search_path from current as $$
  begin
    select attempt.method into new.method from payment_attempts as attempt where attempt.id = new.attempt_id;
    return new;
  end $$`;
