import { Migration } from '@mikro-orm/migrations';

/** The checks of 0040 hold for the rows of before too, which are read without a lock that anybody waits for. */
export class Migration0041DisputeChecks extends Migration {
  override up(): void {
    this.addSql(`alter table "disputes" validate constraint "disputes_kind_check"`);
    this.addSql(`alter table "disputes" validate constraint "disputes_answer_state_check"`);
    this.addSql(`alter table "events" validate constraint "events_type_check"`);
  }
}
