import { Migration } from '@mikro-orm/migrations';

/** A request that ends deliveries also deletes the orders of its own store to tell their workflows. */
export class Migration0021IdleOrders extends Migration {
  override up(): void {
    this.addSql('grant delete on "outbox" to "fatura_store"');
  }
}
