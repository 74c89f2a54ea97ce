import { Migration } from '@mikro-orm/migrations';

/** Banks know a Pix by its end-to-end id, and their access may end by itself, as a certificate does. */
export class Migration0033EndToEndIds extends Migration {
  override up(): void {
    this.addSql(`alter table "payments" add column "end_to_end_id" text null`);
    this.addSql(
      `create index payments_end_to_end on payments (company_id, environment, end_to_end_id) where end_to_end_id is not null`,
    );
    this.addSql(`alter table "gateway_accounts" add column "access_ends_at" timestamptz(3) null,
      add column "end_warned_days" int null`);
  }
}
