import { Migration } from '@mikro-orm/migrations';

const COMPANY = `current_setting('fatura.company_id')::bigint`;
const ENVIRONMENT = `current_setting('fatura.environment')`;
const LISTS = {
  environment: ['production', 'sandbox'],
  kind: [
    ...['receipt', 'customer_communication', 'service_documentation', 'shipping_documentation'],
    ...['refund_policy', 'cancellation_policy', 'customer_signature', 'other'],
  ],
  media_type: ['application/pdf', 'image/png', 'image/jpeg'],
};
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
  'invoice.dispute_answer_due',
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

/** A store answers disputes: until when, and what it says. */
export class Migration0040DisputeAnswers extends Migration {
  override up(): void {
    this.addSql(`alter table "invoices" add column "dispute_due_at" timestamptz(3) null`);
    this.addSql(`alter table "disputes" add column "kind" text not null default 'chargeback',
      add column "answer_state" text not null default 'awaited', add column "passed_until" timestamptz(3) null,
      add column "alert_due" int null, add column "explanation" text null,
      add column "answered_at" timestamptz(3) null, add column "answer_refusal" text null`);
    this.addSql(`alter table "disputes" add constraint "disputes_kind_check"
      check ("kind" in ('chargeback', 'med')) not valid`);
    this.addSql(`alter table "disputes" add constraint "disputes_answer_state_check"
      check ("answer_state" in ('awaited', 'sending', 'sent', 'refused', 'lapsed')) not valid`);
    this.addSql(`create index disputes_alert on disputes (id) where alert_due is not null`);
    this.addSql(`create table "dispute_files" ("id" bigserial primary key, "company_id" bigint not null,
      "environment" text not null, "dispute_id" bigint not null, "kind" text not null, "name" text not null,
      "media_type" text not null, "size_bytes" int not null, "content" text not null,
      "created_at" timestamptz(3) not null)`);
    for (const [column, values] of Object.entries(LISTS)) {
      const list = values.map((value) => `'${value}'`).join(', ');
      this.addSql(`alter table "dispute_files" add constraint "dispute_files_${column}_check"
        check ("${column}" in (${list}))`);
    }
    this.addSql(`alter table "dispute_files" add constraint "dispute_files_kind" unique ("dispute_id", "kind")`);
    this.addSql(`alter table "dispute_files" add constraint "dispute_files_company_id_foreign"
      foreign key ("company_id") references "companies" ("id")`);
    this.addSql(`alter table "dispute_files" add constraint "dispute_files_dispute_id_foreign"
      foreign key ("dispute_id") references "disputes" ("id")`);
    this.addSql(`alter table dispute_files enable row level security`);
    this.addSql(`create policy of_store on dispute_files to fatura_store
      using (company_id = ${COMPANY} and (environment = ${ENVIRONMENT}) is true)`);
    this.addSql(`grant select, insert, update, delete on dispute_files to fatura_store`);
    this.addSql(`grant usage, select on sequence dispute_files_id_seq to fatura_store`);
    this.addSql(`grant update on disputes to fatura_store`);
    const events = EVENTS.map((name) => `'${name}'`).join(', ');
    this.addSql(`alter table "events" drop constraint "events_type_check"`);
    this.addSql(`alter table "events" add constraint "events_type_check" check ("type" in (${events})) not valid`);
    this.addSql(WAIT_FOR_OPEN_DISPUTES);
  }
}

/** Disputes that are open already: the next step of each becomes a deadline of its invoice. */
const WAIT_FOR_OPEN_DISPUTES = `update invoices i set dispute_due_at = due.at,
    next_deadline_at = least(coalesce(i.next_deadline_at, due.at), due.at)
  from (
    select d.invoice_id, min(d.answer_until - step.before) as at
    from disputes d, (values (interval '7 days'), (interval '3 days'), (interval '1 day'), (interval '0')) as step (before)
    where d.status = 'open' and d.answer_until - step.before > now()
    group by d.invoice_id) due
  where i.id = due.invoice_id`;
