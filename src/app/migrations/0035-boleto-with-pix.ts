import { Migration } from '@mikro-orm/migrations';

/**
 * A boleto may have a Pix code for the same debt beside it. Stores that exist have none until they say so; the version
 * before, which may run beside this one, knows no such code: it is switched on after the upgrade.
 */
export class Migration0035BoletoWithPix extends Migration {
  override up(): void {
    this.addSql(`alter table "companies" add column "boleto_with_pix" boolean not null default false`);
    this.addSql(`alter table "payment_attempts" add column "is_companion" boolean not null default false`);
    // Migration 0034 took them without looking through all of the rows.
    this.addSql(`alter table "events" validate constraint "events_type_check"`);
    this.addSql(`alter table "payment_attempts" validate constraint "payment_attempts_mandate_id_foreign"`);
  }
}
