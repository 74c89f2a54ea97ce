import { Migration } from '@mikro-orm/migrations';

/** The trace that an entry of the outbox was written in. */
export class Migration0012Traces extends Migration {
  override up(): void {
    this.addSql(`alter table "outbox" add "traceparent" varchar(55) null`);
  }
}
