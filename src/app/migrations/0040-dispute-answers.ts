import { Migration } from '@mikro-orm/migrations';

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
      add column "alert_due" int null`);
    this.addSql(`alter table "disputes" add constraint "disputes_kind_check"
      check ("kind" in ('chargeback', 'med')) not valid`);
    this.addSql(`alter table "disputes" add constraint "disputes_answer_state_check"
      check ("answer_state" in ('awaited', 'sending', 'sent', 'refused', 'lapsed')) not valid`);
    this.addSql(`create index disputes_alert on disputes (id) where alert_due is not null`);
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
