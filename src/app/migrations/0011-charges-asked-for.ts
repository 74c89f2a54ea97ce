import { Migration } from '@mikro-orm/migrations';

/**
 * A charge that its gateway was asked for and that was given up before its answer: somebody must know what became of
 * it.
 */
export class Migration0011ChargesAskedFor extends Migration {
  override up(): void {
    this.addSql(`drop index payment_attempts_awaiting`);
    this.addSql(
      `create index payment_attempts_awaiting on payment_attempts (updated_at) where (state = 'pending' and registered_at is null) or (state = 'canceled' and gateway_canceled_at is null and (registered_at is not null or gateway_account_id is not null))`,
    );
  }
}
