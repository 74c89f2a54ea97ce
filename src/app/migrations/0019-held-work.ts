import { Migration } from '@mikro-orm/migrations';

/**
 * Work that waits in the record, and in no workflow: for a gateway that refuses a store's key, which is asked again now
 * and then, and for a place at a receiver. And the entry where a comparison of books stopped.
 */
export class Migration0019HeldWork extends Migration {
  override up(): void {
    this.addSql(`alter table "gateway_accounts" add column "next_probe_at" timestamptz(3) null`);
    this.addSql(`update "gateway_accounts" set "next_probe_at" = now() where "failing_since" is not null`);
    this.addSql(`create index "gateway_accounts_probes" on "gateway_accounts" ("next_probe_at")
      where "next_probe_at" is not null`);
    this.addSql(`alter table "webhook_deliveries" add column "waits_since" timestamptz(3) null`);
    this.addSql(`create index "webhook_deliveries_waiting" on "webhook_deliveries" ("endpoint_id", "waits_since", "id")
      where "state" = 'pending' and "waits_since" is not null`);
    this.addSql(`alter table "gateway_reconciliations" add column "stopped_at" jsonb null`);
  }
}
