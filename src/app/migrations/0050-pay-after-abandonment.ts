import { Migration } from '@mikro-orm/migrations';

/** A store may let payers pay what was abandoned; none did before. */
export class Migration0050PayAfterAbandonment extends Migration {
  override up(): void {
    this.addSql(`alter table companies add column pays_after_abandonment boolean not null default false`);
  }
}
