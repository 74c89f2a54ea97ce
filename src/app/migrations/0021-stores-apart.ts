import { Migration } from '@mikro-orm/migrations';

/**
 * A request that ends deliveries also deletes the orders of its own store to tell their workflows. The renewals of a
 * store that are due at one moment are spread out by the number of its subscriptions, which the index counts.
 */
export class Migration0021StoresApart extends Migration {
  override up(): void {
    this.addSql('grant delete on "outbox" to "fatura_store"');
    this.addSql(`create index "subscriptions_waiting" on "subscriptions" ("company_id", "environment")
      where "next_step_at" is not null`);
  }
}
