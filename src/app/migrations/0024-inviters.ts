import { Migration } from '@mikro-orm/migrations';

/**
 * An invitation says who made it, and ends when that person may invite no more. The version before, which may run
 * beside this one, leaves the column empty.
 */
export class Migration0024Inviters extends Migration {
  override up(): void {
    this.addSql(`alter table "access_links" add column "invited_by_id" bigint null`);
    this.addSql(
      `alter table "access_links" add constraint "access_links_invited_by_id_foreign" foreign key ("invited_by_id") references "people" ("id") on delete cascade`,
    );
    this.addSql(`create index access_links_invited_by_id_index on access_links (invited_by_id)`);
  }
}
