import { Migration } from '@mikro-orm/migrations';

/** The number of attempts of a delivery that were begun, so that one that was cut off with its worker shows. */
export class Migration0010AttemptsBegun extends Migration {
  override up(): void {
    this.addSql(`alter table "webhook_deliveries" add "attempts_begun" int not null default 0`);
  }
}
