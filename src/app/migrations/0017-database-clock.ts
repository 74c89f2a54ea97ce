import { Migration } from '@mikro-orm/migrations';

/** Work that is to be done now is due by PostgreSQL's clock, whatever the clock of the process that orders it says. */
export class Migration0017DatabaseClock extends Migration {
  override up(): void {
    this.addSql(`alter table "outbox" alter column "claimable_at" set default now()`);
    this.addSql(
      `alter table "mails" alter column "claimable_at" set default now(), alter column "created_at" set default now()`,
    );
    this.addSql(`alter table "sandbox_callbacks" alter column "next_try_at" set default now()`);
    // The process that orders work reads back the values that the database filled in.
    this.addSql(`grant select (claimable_at) on outbox to fatura_store`);
    this.addSql(`grant select (claimable_at, created_at) on mails to fatura_store`);
  }
}
