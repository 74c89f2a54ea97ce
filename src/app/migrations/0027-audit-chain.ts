import { Migration } from '@mikro-orm/migrations';

/**
 * The lines of the audit log are chained by hashes, a chain for each store and one for the platform. Lines of before
 * are chained in the order of their ids. Requests of a store do not reach chains.
 */
export class Migration0027AuditChain extends Migration {
  override up(): void {
    this.addSql(`alter table "audit_entries" add column "chain_number" bigint null, add column "chain_hash" text null`);
    this.addSql(`create index audit_entries_unsealed on audit_entries (id) where chain_number is null`);
    this.addSql(
      `create unique index audit_entries_chain on audit_entries (company_id, chain_number) where chain_number is not null`,
    );
    this.addSql(`create table "audit_chains" (
      "company_id" bigint primary key,
      "number" bigint not null,
      "hash" text not null
    )`);
    this.addSql(`alter table audit_chains enable row level security`);
    this.addSql(
      `create policy of_store on audit_chains to fatura_store using (company_id = current_setting('fatura.company_id')::bigint)`,
    );
    this.addSql(`alter table "events" drop constraint "events_type_check"`);
    this.addSql(
      `alter table "events" add constraint "events_type_check" check ("type" in ('invoice.created', 'invoice.payment_confirmed', 'invoice.payment_registered', 'invoice.refused', 'invoice.updated', 'invoice.abandoned', 'subscription.created', 'subscription.renewed', 'invoice.overdue', 'invoice.expired', 'invoice.canceled', 'invoice.refunded', 'invoice.overpaid', 'invoice.disputed', 'invoice.dispute_updated', 'invoice.dispute_closed', 'subscription.canceled', 'subscription.payment_failed', 'subscription.updated', 'subscription.trial_ended', 'subscription.past_due', 'subscription.paused', 'subscription.resumed', 'subscription.ended', 'customer.erased', 'audit.recorded', 'webhook.test')) not valid`,
    );
  }
}
