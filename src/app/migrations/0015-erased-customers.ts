import { Migration } from '@mikro-orm/migrations';

/** Customers whose personal data was erased, and what finds and clears it in the tables that are not theirs. */
export class Migration0015ErasedCustomers extends Migration {
  override up(): void {
    this.addSql(`alter table "customers" alter column "name" drop not null, alter column "email" drop not null`);
    this.addSql(`alter table "customers" add "erased_at" timestamptz(3) null`);
    // Rows that are there are looked at by the next migration: this one has these tables to itself.
    this.addSql(
      `alter table "customers" add constraint "customers_erased" check ((erased_at is null) = (name is not null) and (erased_at is null) = (email is not null)) not valid`,
    );
    this.addSql(`alter table "events" drop constraint "events_type_check"`);
    this.addSql(
      `alter table "events" add constraint "events_type_check" check ("type" in ('invoice.created', 'invoice.payment_confirmed', 'invoice.payment_registered', 'invoice.refused', 'invoice.updated', 'invoice.abandoned', 'subscription.created', 'subscription.renewed', 'invoice.overdue', 'invoice.expired', 'invoice.canceled', 'invoice.refunded', 'invoice.overpaid', 'invoice.disputed', 'invoice.dispute_updated', 'invoice.dispute_closed', 'subscription.canceled', 'subscription.payment_failed', 'subscription.updated', 'subscription.trial_ended', 'subscription.past_due', 'subscription.paused', 'subscription.resumed', 'subscription.ended', 'customer.erased', 'webhook.test')) not valid`,
    );
    this.addSql(`alter table "idempotency_keys" add "customer_id" bigint null`);
    this.addSql(
      `create index idempotency_keys_customer on idempotency_keys (customer_id) where customer_id is not null`,
    );
    this.addSql(`alter table "outbox" add "customer_id" bigint null`);
    this.addSql(
      `alter table "outbox" add constraint "outbox_customer_id_foreign" foreign key ("customer_id") references "customers" ("id") on delete cascade`,
    );
    this.addSql(`alter table "outbox" drop constraint "outbox_one_subject"`);
    this.addSql(
      `alter table "outbox" add constraint "outbox_one_subject" check (num_nonnulls(invoice_id, delivery_id, subscription_id, customer_id) = 1)`,
    );
    this.addSql(BODY_OF_EVENT);
    // An erasure is a request of a store. In tables that requests only add to or read, it clears these columns and no
    // others.
    this.addSql(`grant update (body) on events to fatura_store`);
    this.addSql(`grant update (response_headers, response_body) on webhook_attempts to fatura_store`);
    this.addSql(`grant update (digest) on gateway_customers to fatura_store`);
    this.addSql(`grant delete on sandbox_messages to fatura_store`);
  }
}

/**
 * A body as it is at this moment. A statement that waited for a lock goes on with what it saw before; a volatile
 * function looks again.
 */
const BODY_OF_EVENT = `create function body_of_event(event_id bigint) returns text language plpgsql volatile as $$
  begin
    return (select body from events where id = event_id);
  end $$`;
