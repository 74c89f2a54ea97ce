import { Migration } from '@mikro-orm/migrations';

/** A person chooses how the panel looks: light or dark, and the columns of a list. */
export class Migration0046Preferences extends Migration {
  override up(): void {
    this.addSql(`alter table people add column preferences jsonb not null default '{}'::jsonb`);
  }
}
