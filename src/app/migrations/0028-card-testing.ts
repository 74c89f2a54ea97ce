import { Migration } from '@mikro-orm/migrations';

/**
 * A store may be under attack by somebody who tries cards: by its own word, or while most cards of the last minutes
 * were refused. The index counts them. It leaves other methods out, of which there are many more.
 */
export class Migration0028CardTesting extends Migration {
  override up(): void {
    this.addSql(`alter table "store_settings" add column "attack_mode" text not null default 'auto',
      add column "attack_until" timestamptz(3) null`);
    this.addSql(`alter table "store_settings" add constraint "store_settings_attack_mode_check"
      check ("attack_mode" in ('auto', 'on', 'off'))`);
    this.addSql(`create index "payment_attempts_cards" on "payment_attempts" ("company_id", "environment", "created_at")
      where method = 'card'`);
    // Migration 0027 took the new event without looking through all of the old ones.
    this.addSql(`alter table "events" validate constraint "events_type_check"`);
  }
}
